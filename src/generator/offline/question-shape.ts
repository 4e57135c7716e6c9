/** What kind of thing a question asks for. */
export type AnswerType = "person" | "place" | "date" | "number" | "name" | "yes_no" | "choice";

/** What can be read off a question without looking at any passage. */
export interface QuestionShape {
  type: AnswerType;
  /** `choice`: the two things to choose from, as written. */
  options: [string, string] | undefined;
  /** `choice`: whether the smaller or the larger number, or the earlier or later date, wins. */
  wants: "least" | "most";
  /** The word after "which" or "what", such as "river". */
  kind: string | undefined;
}

const YES_NO = /^(?:are|is|was|were|do|does|did|has|have|had|can|could)\b/iu;
const LEAST =
  /\b(?:first|earlier|earliest|older|oldest|before|smaller|smallest|shorter|shortest|fewer|fewest|less|lower|lowest|youngest album)\b/iu;
const NUMBER =
  /\bhow (?:many|much|long|tall|high|far|deep|old|large|wide|heavy)\b|\b(?:population|number|height|length|depth|area) of\b/iu;
const DATE =
  /\bwhen\b|\b(?:what|which|in which|in what) (?:year|date|day|month|decade|century)\b/iu;
const PLACE =
  /\bwhere\b|\b(?:what|which) (?:city|town|country|state|place|island|county|province|village|region|continent|district)\b/iu;
const PERSON =
  /\bwho(?:m|se)?\b|\b(?:what|which) (?:person|man|woman|actor|actress|author|director|singer|composer|artist|player|king|queen|president)\b/iu;

/**
 * Reads the shape of an English question. In another language everything is a `name`.
 */
export function questionShape(question: string): QuestionShape {
  const text = question.trim();
  const options = optionsOf(text);
  const wants = LEAST.test(text) ? "least" : "most";
  const kind = /\b(?:which|what)\s+([a-z]+)\b/iu.exec(text)?.[1]?.toLowerCase();
  return { type: options ? "choice" : typeOf(text), options, wants, kind };
}

function typeOf(text: string): AnswerType {
  if (YES_NO.test(text)) return "yes_no";
  if (DATE.test(text)) return "date";
  if (NUMBER.test(text)) return "number";
  if (PLACE.test(text)) return "place";
  return PERSON.test(text) ? "person" : "name";
}

/** "…, Ada or Bo?", "…, the Iron Bridge or the Salt Bridge?": the two sides of the last "or". */
function optionsOf(text: string): [string, string] | undefined {
  const bare = text.replace(/[?.!\s]+$/u, "");
  const [, before, second] = /^(.*)\bor\s+(.+)$/isu.exec(bare) ?? [];
  if (before === undefined || second === undefined) return undefined;
  const first =
    /(?:^|[,:;]|\b(?:first|earlier|later|older|younger|larger|longer|taller|between)\b)\s*([^,:;]+?),?\s*$/isu.exec(
      before,
    )?.[1];
  if (first === undefined || !/\p{Lu}/u.test(first) || !/\p{Lu}/u.test(second)) return undefined;
  return [withoutArticle(first), withoutArticle(second)];
}

function withoutArticle(text: string): string {
  return text.trim().replace(/^(?:is it|was it|the)\s+/iu, "");
}
