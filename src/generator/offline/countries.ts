/** Countries with their adjectives and other names, one line each: general knowledge, in English. */
const COUNTRIES = `
united states|american|usa|u s|us|america
united kingdom|british|england|english|scotland|scottish|wales|welsh|northern ireland|uk|britain|great britain
ireland|irish
france|french
germany|german|prussia|prussian|bavaria|bavarian|west germany|east germany
italy|italian|venetian|florentine|kingdom of italy
spain|spanish|catalan|catalonia
portugal|portuguese
netherlands|dutch|holland
belgium|belgian|flemish
luxembourg|luxembourgish
switzerland|swiss
austria|austrian|austria hungary|austro hungarian
sweden|swedish
norway|norwegian
denmark|danish|faroese|greenland
finland|finnish
iceland|icelandic
poland|polish
czech republic|czech|czechoslovakia|czechoslovak|bohemia|bohemian
slovakia|slovak
hungary|hungarian
romania|romanian
bulgaria|bulgarian
greece|greek
turkey|turkish|ottoman
cyprus|cypriot
malta|maltese
albania|albanian
serbia|serbian|yugoslavia|yugoslav|yugoslavian
croatia|croatian
slovenia|slovenian|slovene
bosnia|bosnian|bosnia and herzegovina
montenegro|montenegrin
macedonia|macedonian|north macedonia
kosovo|kosovan
russia|russian|soviet|soviet union|ussr
ukraine|ukrainian
belarus|belarusian
estonia|estonian
latvia|latvian
lithuania|lithuanian
moldova|moldovan
georgia country|georgian
armenia|armenian
azerbaijan|azerbaijani
kazakhstan|kazakh|kazakhstani
uzbekistan|uzbek
kyrgyzstan|kyrgyz
tajikistan|tajik
turkmenistan|turkmen
iran|iranian|persian|persia
iraq|iraqi
israel|israeli
palestine|palestinian
lebanon|lebanese
syria|syrian
jordan|jordanian
saudi arabia|saudi
kuwait|kuwaiti
qatar|qatari
united arab emirates|emirati
oman|omani
yemen|yemeni
afghanistan|afghan
pakistan|pakistani
india|indian|bollywood|tamil|telugu|hindi|malayalam|kannada|bengali|marathi
bangladesh|bangladeshi
sri lanka|sri lankan
nepal|nepali|nepalese
bhutan|bhutanese
maldives|maldivian
china|chinese
hong kong
taiwan|taiwanese
japan|japanese
south korea|korean|south korean|korea
north korea|north korean
mongolia|mongolian
vietnam|vietnamese
thailand|thai
cambodia|cambodian
laos|laotian
myanmar|burmese|burma
malaysia|malaysian
singapore|singaporean
indonesia|indonesian
philippines|filipino|philippine
australia|australian
new zealand
papua new guinea
fiji|fijian
samoa|samoan
canada|canadian|quebec|ontario|british columbia
mexico|mexican
guatemala|guatemalan
honduras|honduran
el salvador|salvadoran
nicaragua|nicaraguan
costa rica|costa rican
panama|panamanian
cuba|cuban
jamaica|jamaican
haiti|haitian
dominican republic|dominican
puerto rico|puerto rican
trinidad|trinidadian|trinidad and tobago
barbados|barbadian
colombia|colombian
venezuela|venezuelan
ecuador|ecuadorian
peru|peruvian
bolivia|bolivian
chile|chilean
argentina|argentine|argentinian
uruguay|uruguayan
paraguay|paraguayan
brazil|brazilian
guyana|guyanese
suriname|surinamese
egypt|egyptian
libya|libyan
tunisia|tunisian
algeria|algerian
morocco|moroccan
sudan|sudanese
ethiopia|ethiopian
eritrea|eritrean
somalia|somali
kenya|kenyan
uganda|ugandan
tanzania|tanzanian
rwanda|rwandan
burundi|burundian
congo|congolese
cameroon|cameroonian
nigeria|nigerian
ghana|ghanaian
ivory coast|ivorian
senegal|senegalese
mali|malian
burkina faso|burkinabe
niger
chad|chadian
guinea|guinean
sierra leone|sierra leonean
liberia|liberian
togo|togolese
benin|beninese
gabon|gabonese
angola|angolan
zambia|zambian
zimbabwe|zimbabwean|rhodesia
mozambique|mozambican
malawi|malawian
namibia|namibian
botswana
south africa|south african
madagascar|malagasy
mauritius|mauritian
`;

/** States whose name alone places a thing in the United States. */
const STATES =
  "alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho " +
  "illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota " +
  "mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas " +
  "utah vermont virginia washington wisconsin wyoming";

const COUNTRY_OF: ReadonlyMap<string, string> = new Map([
  ...COUNTRIES.trim()
    .split("\n")
    .flatMap((line): [string, string][] => {
      const names = line.split("|");
      return names.map((name) => [name, names[0] ?? name]);
    }),
  ...STATES.split(" ").map((state): [string, string] => [state, "united states"]),
]);

const LONGEST = 3;

/** The countries that a folded text names, by name or adjective, in the order of the text. */
export function countriesIn(folded: string): string[] {
  const words = folded.trim().split(" ");
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    for (let length = LONGEST; length >= 1; length--) {
      const country = COUNTRY_OF.get(words.slice(from, from + length).join(" "));
      if (country === undefined) continue;
      found.add(country);
      from += length - 1;
      break;
    }
  }
  return [...found];
}
