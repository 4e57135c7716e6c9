/** The languages with their own stop words, stemmer and rule for capitalised spans. */
export const LANGUAGES = ["english", "spanish", "none"] as const;

/** `none`: no stop words, no stems; names are found by the corpus titles and by case alone. */
export type Language = (typeof LANGUAGES)[number];
