// Names of countries: a filter understands any of them, and ISO codes, whichever the data has.

import { getOrMake } from '../../helpers/get-or-make.js';

/** Names in use besides the one that Unicode has, by ISO code. */
const ALSO: Record<string, string[]> = {
  AE: ['UAE'],
  BA: ['Bosnia'],
  CH: ['Svizzera'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'Britain'],
  HK: ['Hong Kong'],
  IE: ['Republic of Ireland'],
  KR: ['Korea', 'Republic of Korea'],
  MK: ['Macedonia'],
  NL: ['The Netherlands', 'Holland'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America'],
  VN: ['Viet Nam'],
};

/** The three-letter codes of ISO 3166, which Unicode does not have, by the two-letter ones. */
const ALPHA_3 = new Map(
  `
  AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE
  BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS
  BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN
  CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST
  EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF
  GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD
  HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM
  JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA
  LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD
  ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM
  NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG
  PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA
  SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD
  ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON
  TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR
  VN:VNM VU:VUT WF:WLF WS:WSM YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE
  `
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** The languages of the converters: an organiser may write a name in one of them, and a visitor in another. */
const LANGUAGES = ['en', 'de', 'fr', 'pl', 'es'];

const fold = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
/** Cache tags need plain letters; of other scripts, marks are letters to the database. */
const plain = (name: string) => (/^[ -~]*$/.test(fold(name)) ? fold(name) : name);

/** Completes the tag of a language by the country where it is mainly spoken, and that of a country by its main language. */
const likely = (tag: string) => new Intl.Locale(tag).maximize();
const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const english = namesIn('en');
const languagesOf = new Map(
  PAIRS.filter((code) => english.of(code) !== undefined).map((code) => [
    code,
    new Set([...LANGUAGES, likely(`und-${code}`).language]),
  ]),
);
for (const language of Intl.DisplayNames.supportedLocalesOf(PAIRS)) {
  languagesOf.get(likely(language).region ?? '')?.add(language);
}

/** By each name and code, folded: all names and codes of that country. */
const KNOWN = new Map<string, Set<string>>();
const namesBy = new Map<string, Intl.DisplayNames>();
for (const [code, languages] of languagesOf) {
  const names = [...languages].flatMap((each) => getOrMake(namesBy, each, () => namesIn(each)).of(code) ?? []);
  const [name = ''] = names;
  // An outdated code, such as UK, has the name of the country that has another now.
  const all = KNOWN.get(fold(name)) ?? new Set();
  for (const each of [code, ALPHA_3.get(code) ?? code, ...names, name.replace('&', 'and'), ...(ALSO[code] ?? [])]) {
    KNOWN.set(fold(each), all.add(plain(each)));
  }
}

/** All names of the country that is meant; what is no country is left as it is. */
export const countryNames = (given: string): readonly string[] => [given, ...(KNOWN.get(fold(given)) ?? [])];
