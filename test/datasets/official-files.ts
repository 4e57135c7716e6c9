/** Small files in the official formats, in the shape of the releases but with invented content. */

/** Sentences of HotpotQA begin with the space that stands before them. */
export const HOTPOT_ENTRY = {
  _id: "5a8b57f25542995d1e6f1371",
  answer: "Ondrevik &amp; Sons",
  question: "Who  built the bridge that Ilva Maren designed?",
  supporting_facts: [
    ["Gannet Bridge", 0],
    ["Ilva Maren", 1],
    ["Gannet Bridge", 1],
  ],
  context: [
    ["Lake Oune", ["Lake Oune is deep.", " It is also cold."]],
    ["Ilva Maren", ["Ilva Maren was an engineer.", " She designed the Gannet Bridge."]],
    ["Gannet Bridge", ["The Gannet Bridge is a bridge.", " Ondrevik built it."]],
    ["Lake Oune", ["Lake Oune has a second article."]],
  ],
  type: "bridge",
  level: "hard",
};

/** Fullwiki: one of the gold passages was not retrieved. */
export const FULLWIKI_ENTRY = {
  ...HOTPOT_ENTRY,
  _id: "5a8b57f25542995d1e6f1372",
  supporting_facts: [
    ["Ilva Maren", 0],
    ["Tavrin (town)", 0],
  ],
  context: HOTPOT_ENTRY.context.slice(0, 2),
  type: "comparison",
};

/** Sentences of 2WikiMultiHopQA do not begin with a space. */
export const TWO_WIKI_ENTRY = {
  _id: "13f5ad2c088c11ebbd6fac1f6bf848b6",
  type: "bridge_comparison",
  question: "Are the directors of Nine Bakers and Lantern Trout from the same country?",
  context: [
    ["Nine Bakers", ["Nine Bakers is a film.", "Its director is Joren Haldask."]],
    ["Lantern Trout (film)", ["Lantern Trout is a film."]],
    ["Joren Haldask", ["Joren Haldask is a director."]],
    ["Nadja Ruvorin", ["Nadja Ruvorin is a director."]],
  ],
  entity_ids: "Q1_Q2_Q3_Q4",
  supporting_facts: [
    ["Nine Bakers", 1],
    ["Lantern Trout (Film)", 0],
    ["Joren Haldask", 0],
    ["Nadja Ruvorin", 0],
  ],
  evidences: [["Nine Bakers", "director", "Joren Haldask"]],
  answer: "Hovarra",
  evidences_id: [["Q1", "director", "Q3"]],
  answer_id: "Q77",
};

/** `id_aliases.json`: one object a line, whatever its name says. */
export const TWO_WIKI_ALIASES = [
  { Q_id: "Q76", aliases: ["Elsewhere"], demonyms: [] },
  { Q_id: "Q77", aliases: ["Hovarra Island", "Hovarra", "HV"], demonyms: ["Hovarran", "HV"] },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const paragraph = (idx: number, title: string, paragraph_text: string, is_supporting = false) => {
  return { idx, title, paragraph_text, is_supporting };
};

/** The hops are answered by paragraphs 3, 0 and 2, in this order. */
export const MUSIQUE_LINE = {
  id: "3hop1__136129_87694_64412",
  paragraphs: [
    paragraph(0, "Kellomar", "Kellomar lies on the Lethmar Sea.", true),
    paragraph(1, "Kellomar", "Kellomar has a harbour."),
    paragraph(2, "Lethmar Sea", "The Lethmar Sea is salt.", true),
    paragraph(3, "Vosk", "Vosk was born in Kellomar.", true),
    paragraph(4, "Vosk", "Vosk, was born in  KELLOMAR!"),
  ],
  question: "What is the sea at the birthplace of Vosk like?",
  question_decomposition: [
    { id: 136129, question: "Vosk >> birthplace", answer: "Kellomar", paragraph_support_idx: 3 },
    { id: 87694, question: "sea at #1", answer: "Lethmar Sea", paragraph_support_idx: 0 },
    { id: 64412, question: "#2 is like", answer: "salt", paragraph_support_idx: 2 },
  ],
  answer: "salt",
  answer_aliases: ["salty", "salt"],
  answerable: true,
};

/** MuSiQue-Full: the same question without the paragraph of its last hop. */
export const MUSIQUE_UNANSWERABLE = {
  ...MUSIQUE_LINE,
  paragraphs: MUSIQUE_LINE.paragraphs.filter(({ idx }) => idx !== 2),
  question_decomposition: MUSIQUE_LINE.question_decomposition.map((hop) => {
    return hop.paragraph_support_idx === 2 ? { ...hop, paragraph_support_idx: null } : hop;
  }),
  answerable: false,
};
