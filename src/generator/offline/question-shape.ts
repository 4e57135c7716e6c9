import type { Token } from "./token.js";

/** What kind of thing a question asks for. The numbers are a feature: add at the end only. */
export const ANSWER_TYPES = [
  "name",
  "person",
  "place",
  "date",
  "number",
  "yes_no",
  "choice",
  "nationality",
  "work",
  "group",
  "language",
  "occupation",
  "cause",
] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];

/** An event in a life or of a thing, with the words that tell of it. */
export const EVENTS = [
  "none",
  "birth",
  "death",
  "burial",
  "founding",
  "release",
  "marriage",
] as const;
export type LifeEvent = (typeof EVENTS)[number];

/** What can be read off a question without looking at any passage. */
export interface QuestionShape {
  type: AnswerType;
  /** `choice`: the things to choose from, as written. */
  options: [string, string] | undefined;
  /** Which side of a comparison wins: the smaller or earlier, the larger or later, or not told. */
  wants: "least" | "most" | "untold";
  /** The word after "which" or "what", such as "river". */
  kind: string | undefined;
  event: LifeEvent;
}

const YES_NO = /^(?:are|is|was|were|do|does|did|has|have|had|can|could)\b/iu;
const LEAST =
  /\b(?:first|earlier|earliest|older|oldest|before|smaller|smallest|shorter|shortest|fewer|fewest|less|least|lower|lowest|closer|closest)\b/iu;
const MOST =
  /\b(?:last|later|latest|younger|youngest|newer|newest|more|most|recently|after|larger|largest|bigger|biggest|greater|longer|longest|higher|highest|taller|tallest|further)\b/iu;
const NUMBER =
  /\bhow (?:many|much|long|tall|high|far|deep|old|large|wide|heavy|big|fast)\b|\b(?:population|number|height|length|depth|area code|percentage|percent|rank) of\b|\bwhat (?:percentage|percent|number|population|portion)\b/iu;
const DATE =
  /\bwhen\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century|season|era)\b|\bdate of\b|\bbirthday\b/iu;
const PLACE =
  /\bwhere\b|\b(?:what|which) (?:\w+ )?(?:city|town|country|state|place|island|county|province|village|region|continent|district|location|area|river|lake|body of water|neighborhood|municipality|territory|ocean|sea|peninsula|mountain|street|land|capital)\b|\b(?:place of|birthplace|capital|headquarters)\b/iu;
const PERSON =
  /\bwho(?:m|se)?\b|\b(?:what|which) (?:\w+ ){0,3}(?:person|man|woman|actor|actress|author|director|singer|composer|artist|player|king|queen|president|politician|writer|musician|performer|character|rapper|governor|senator|coach|poet|comedian|drummer|guitarist|host|lyricist|songwriter|producer|physicist|scientist|philosopher|general|footballer|wrestler|monarch|emperor)\b|\bname of the (?:person|man|woman|actor|actress|author|director|singer|player|character)\b/iu;
const NATIONALITY =
  /\b(?:nationality|citizenship)\b|\b(?:what|which) (?:country|nation)\b.*\b(?:from|citizen)\b/iu;
const WORK =
  /\b(?:what|which) (?:[\w-]+ ){0,4}(?:film|movie|book|novel|song|album|show|series|sitcom|game|musical|play|opera|magazine|newspaper|documentary|single|poem|program|publication|ballet|drama|television|soap)\b|\b(?:wrote|title|titled|named after)\b/iu;
const GROUP =
  /\b(?:what|which) (?:[\w-]+ ){0,3}(?:band|company|team|university|college|school|organization|organisation|club|party|label|group|league|airline|network|agency|brand|army|corporation|institution|studio|franchise|church|tribe|army|firm|conference)\b|\b(?:alma mater|record label|employer|publisher|manufacturer|educated|graduated)\b/iu;
const LANGUAGE = /\b(?:what|which) language|\blanguage of\b/iu;
const OCCUPATION =
  /\b(?:occupation|profession|job|position|role|career|nickname|genre|sport|instrument)\b/iu;
const CAUSE =
  /\bwhy\b|\bcause of\b|\b(?:what|which) (?:award|disease|prize|medal|religion|denomination)\b/iu;

/** First match wins: what is asked for by its own word comes before the general question words. */
const TYPES: readonly [RegExp, AnswerType][] = [
  [DATE, "date"],
  [NUMBER, "number"],
  [NATIONALITY, "nationality"],
  [LANGUAGE, "language"],
  [CAUSE, "cause"],
  [WORK, "work"],
  [GROUP, "group"],
  [PLACE, "place"],
  [PERSON, "person"],
  [OCCUPATION, "occupation"],
];

const EVENT_WORDS: readonly [RegExp, LifeEvent][] = [
  [/\b(?:buried|burial|interred)\b/iu, "burial"],
  [/\b(?:born|birth|birthplace|birthday|birthdate|older|younger|oldest|youngest)\b/iu, "birth"],
  [/\b(?:died|death|die|dies|killed|passed away|assassinated)\b/iu, "death"],
  [
    /\b(?:founded|formed|established|created|started|founding|formation|opened|built)\b/iu,
    "founding",
  ],
  [/\b(?:released|published|come out|came out|debut|premiered|aired|release)\b/iu, "release"],
  [/\b(?:married|wife|husband|spouse)\b/iu, "marriage"],
];

/** Reads the shape of an English question. In another language everything is a `name`. */
export function questionShape(question: string): QuestionShape {
  const text = question.trim();
  const options = optionsOf(text);
  const kind = /\b(?:which|what)\s+(?:is the |was the |are the )?([\p{L}-]+)\b/iu.exec(text)?.[1];
  return {
    type: options ? "choice" : typeOf(text),
    options,
    wants: LEAST.test(text) ? "least" : MOST.test(text) ? "most" : "untold",
    kind: kind?.toLowerCase(),
    event: eventIn(text),
  };
}

/** The life event that a text speaks of, by its first word in the order above. */
export function eventIn(text: string): LifeEvent {
  return EVENT_WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? "none";
}

function typeOf(text: string): AnswerType {
  if (YES_NO.test(text)) return "yes_no";
  return TYPES.find(([pattern]) => pattern.test(text))?.[1] ?? "name";
}

/** Up to a word after which the first side begins: "Who is younger Keith Bostic or …". */
const BEFORE_FIRST =
  /^.*\b(?:first|earlier|later|older|oldest|younger|youngest|larger|longer|taller|between|most|more|north|south|east|west)\s+(?=(?:the |either )?["“]?[\p{Lu}\p{N}])/isu;
const OPENING_VERB = /^(?:are|is|was|were|do|does|did|has|have|had|can|could)\s+/iu;
/** What follows the second side of "Was A or B born first?". */
const AFTER_SECOND =
  /\s+(?:born|released|founded|published|the first|first|formed|located|older|closest|died|which|who|is|was|were|are|has|have|had|came|come|built|opened|established|created|produced|made|designed|building|based)\b.*$/u;

/** "…, Ada or Bo?", "Was Ada or Bo born first?": the two sides of the last "or". */
function optionsOf(text: string): [string, string] | undefined {
  const bare = text.replace(/[?.!\s]+$/u, "");
  const [, before, after] = /^(.*\S)\s+or\s+(.+)$/isu.exec(bare) ?? [];
  if (before === undefined || after === undefined) return undefined;
  const isVerbFirst = YES_NO.test(text);
  const side = after.replace(/,\s\p{Ll}.*$/su, "");
  const second = isVerbFirst ? side.replace(AFTER_SECOND, "") : side;
  const clause = lastClause(before.replace(/,$/u, ""), second.includes(", "));
  const first = (isVerbFirst ? clause.replace(OPENING_VERB, "") : clause).replace(BEFORE_FIRST, "");
  if (!NAMED.test(first) || !NAMED.test(second) || /^(?:which|what|who)\b/iu.test(first)) {
    return undefined;
  }
  return [withoutArticle(first), withoutArticle(second)];
}

const NAMED = /[\p{Lu}\p{N}]/u;

/** What follows the last comma; the last but one where the other side has a comma in its name. */
function lastClause(text: string, hasComma: boolean): string {
  const clauses = text.split(/(?<=[,:;?])\s+/u);
  const isLongName = hasComma && clauses.length > 2;
  return clauses.slice(isLongName ? -2 : -1).join(" ");
}

function withoutArticle(text: string): string {
  return text
    .trim()
    .replace(/^(?:either|is it|was it|the)\s+/iu, "")
    .replace(/^["“](.*)["”]$/u, "$1");
}

/** Where the question word stands: what is near it says what is asked. */
export function questionWordAt(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ lower }) =>
    /^(?:who|whom|whose|what|which|where|when|why|how)$/u.test(lower),
  );
  return Math.max(0, at);
}
