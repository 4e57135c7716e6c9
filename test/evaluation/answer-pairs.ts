/** The rules of a data set: `bare` has the rule of bare words (HotpotQA, 2Wiki), `squad` has not. */
export type Rules = "bare" | "squad" | "both";

/** An answer, what is accepted, and the exact match and F1 that the official rules give. */
export interface AnswerPair {
  answer: string;
  accepted: string[];
  rules: Rules;
  exactMatch: number;
  f1: number;
  /** How the numbers come about: P precision, R recall, F1 = 2PR / (P + R). */
  why: string;
}

type Row = [answer: string, accepted: string[], f1: number, why: string];

function pairs(rules: Rules, exactMatch: number, rows: Row[]): AnswerPair[] {
  return rows.map(([answer, accepted, f1, why]) => {
    return { answer, accepted, rules, exactMatch, f1, why };
  });
}

const equal = pairs("both", 1, [
  ["Paris", ["Paris"], 1, "the same text"],
  ["PARIS", ["paris"], 1, "case does not count"],
  ["  Paris\n", ["Paris"], 1, "outer white space does not count"],
  ["New\t \nYork", ["New York"], 1, "inner white space is one space"],
  ["New\u00a0York", ["New York"], 1, "a no-break space is white space"],
  ["東京\u3000都", ["東京 都"], 1, "an ideographic space is white space"],
  ["Paris.", ["Paris"], 1, "a full stop is ASCII punctuation"],
  ["\u0022Paris\u0022", ["Paris"], 1, "straight quotes are ASCII punctuation"],
  ["(Paris)", ["Paris"], 1, "brackets are ASCII punctuation"],
  ["Jay-Z", ["JayZ"], 1, "a hyphen goes without leaving a space"],
  ["1,234,567", ["1234567"], 1, "commas in numbers go"],
  ["$1,000", ["1000"], 1, "the dollar is one of Python's string.punctuation"],
  ["9:30", ["930"], 1, "a colon goes without leaving a space"],
  ["U.S.A.", ["USA"], 1, "full stops in an abbreviation go"],
  ["AC/DC", ["acdc"], 1, "a slash goes without leaving a space"],
  ["Beyonc\u00e9", ["BEYONC\u00c9"], 1, "lower case knows accents"],
  ["rock_n_roll", ["rocknroll"], 1, "the underscore is ASCII punctuation"],
  ["The Beatles", ["Beatles"], 1, "the article goes"],
  ["an apple", ["Apple"], 1, "the article goes"],
  ["the Who the", ["who"], 1, "articles go wherever they stand"],
  ["O'Neill", ["ONeill"], 1, "the ASCII apostrophe goes"],
  ["L'a", ["LA"], 1, "punctuation goes before articles: la, not l"],
  ["A-ha", ["aha"], 1, "the hyphen goes first, so that no article is left"],
  ["東京", ["東京"], 1, "other scripts keep their letters"],
  ["Ответ", ["ответ"], 1, "lower case knows Cyrillic"],
  ["½ mile", ["½ mile"], 1, "a fraction is no punctuation"],
  ["USA", ["United States", "U.S.A."], 1, "the second accepted answer is met"],
  ["U.S.", ["United States", "USA", "U.S."], 1, "EV-3: an alias is met"],
  ["yes", ["Yes"], 1, "a bare word that is the same"],
  ["NO!", ["no"], 1, "a bare word that is the same after normalisation"],
  ["noanswer", ["no-answer"], 1, "the hyphen goes: noanswer on both sides"],
  ["the\u0301 Who", ["\u0301 who"], 1, "a combining mark ends a word for Python: the goes"],
  ["#1", ["1"], 1, "the number sign is ASCII punctuation"],
  ["10%", ["10"], 1, "the per cent sign is ASCII punctuation"],
]);

const different = pairs("both", 0, [
  ["Rome", ["Paris"], 0, "no word in common"],
  ["New York City", ["New York"], 4 / 5, "P 2/3, R 1"],
  ["York", ["New York"], 2 / 3, "P 1, R 1/2"],
  ["York New", ["New York"], 1, "a bag of words has no order, but the texts differ"],
  ["the city of Paris", ["Paris"], 1 / 2, "the article goes: P 1/3, R 1"],
  ["to be", ["to be or not to be"], 1 / 2, "repeated words count: P 1, R 2/6"],
  ["to to", ["to be"], 1 / 2, "the second to has no partner: P 1/2, R 1/2"],
  ["no no no", ["no way no"], 2 / 3, "no is met twice: P 2/3, R 2/3"],
  ["rock and roll", ["rock-and-roll"], 0, "without hyphens it is one word: rockandroll"],
  ["rock and roll", ["rock and-roll"], 2 / 5, "rock of rock, and, roll against rock, androll"],
  ["1,234", ["1 234"], 0, "1234 against 1 and 234"],
  ["3.5", ["35 million"], 2 / 3, "the stop goes: 35; P 1, R 1/2"],
  ["1990s", ["1990"], 0, "words are compared whole"],
  ["June 10, 1819", ["10 June 1819"], 1, "the same words in another order"],
  ["1819", ["10 June 1819"], 1 / 2, "P 1, R 1/3"],
  ["“Paris”", ["Paris"], 0, "curly quotes are no ASCII punctuation and stay"],
  ["O’Neill", ["O'Neill"], 0, "the curly apostrophe stays"],
  ["1939–1945", ["1939-1945"], 0, "the en dash stays, the hyphen goes"],
  ["Paris…", ["Paris"], 0, "the ellipsis character stays"],
  ["東京、日本", ["東京"], 0, "the ideographic comma stays and no word is cut off"],
  ["東京都", ["東京"], 0, "without spaces it is one word, compared whole"],
  ["Beyonce", ["Beyonc\u00e9"], 0, "accents count"],
  ["Beyonce\u0301", ["Beyonc\u00e9"], 0, "nothing is composed: two codings of one letter differ"],
  ["theatre", ["atre"], 0, "an article inside a word stays"],
  ["ana", ["n"], 0, "articles inside a word stay"],
  ["USA", ["United States", "States"], 0, "no accepted answer shares a word"],
  ["States", ["United States", "US"], 2 / 3, "the best of two: P 1, R 1/2"],
  ["", ["Paris"], 0, "nothing was answered"],
  ["Paris", [""], 0, "nothing is accepted"],
  ["the", ["Paris"], 0, "only an article was answered"],
  ["!!!", ["The The"], 0, "both normalise to nothing, but are not the same text"],
  ["a", ["the"], 0, "both normalise to nothing, but are not the same text"],
  ["", ["?"], 0, "both normalise to nothing, but are not the same text"],
]);

const bareWords = [
  ...pairs("bare", 0, [
    ["yes, both are", ["yes"], 0, "EV-1: only one side is a bare word"],
    ["no", ["yes"], 0, "EV-1: two different bare words"],
    ["No doubt", ["no"], 0, "EV-1: the gold answer is a bare word, the answer is not"],
    ["no", ["No doubt"], 0, "EV-1: the answer is a bare word, the gold answer is not"],
    ["noanswer", ["noanswer found"], 0, "noanswer is a bare word too"],
    ["the yes", ["yes men"], 0, "normalises to the bare word yes"],
    ["no", ["yes", "no way"], 0, "each accepted answer on its own"],
    ["yes yes", ["yes"], 0, "yes yes is no bare word, yes is one"],
  ]),
  ...pairs("squad", 0, [
    ["yes, both are", ["yes"], 1 / 2, "P 1/3, R 1"],
    ["no", ["yes"], 0, "no word in common"],
    ["No doubt", ["no"], 2 / 3, "P 1/2, R 1"],
    ["no", ["No doubt"], 2 / 3, "P 1, R 1/2"],
    ["noanswer", ["noanswer found"], 2 / 3, "P 1, R 1/2"],
    ["no", ["yes", "no way"], 2 / 3, "the second accepted answer: P 1, R 1/2"],
  ]),
];

const wordless = [
  ...pairs("bare", 1, [
    ["", [""], 0, "the same text, but no word in common: 0 in the script"],
    ["A", ["a"], 0, "the same article, but no word in common"],
    ["A.", ["a."], 0, "the same text, but no word in common"],
  ]),
  ...pairs("squad", 1, [
    ["", [""], 1, "neither side has a word: they agree"],
    ["A", ["a"], 1, "neither side has a word, and the texts are the same but for case"],
    ["A.", ["a."], 1, "neither side has a word, and the texts are the same"],
  ]),
];

/** Worked by hand. */
export const ANSWER_PAIRS: AnswerPair[] = [...equal, ...different, ...bareWords, ...wordless];
