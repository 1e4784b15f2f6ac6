export type Place = { city: string; country: string; slug: string };

const place = (city: string, country: string, slug: string): Place => ({ city, country, slug });

export const PLACES = [
  place('Leeds', 'United Kingdom', 'leeds'),
  place('Rotterdam', 'Netherlands', 'rotterdam'),
  place('Köln', 'Germany', 'koeln'),
  place('Lyon', 'France', 'lyon'),
  place('Kraków', 'Poland', 'krakow'),
  place('Göteborg', 'Sweden', 'goeteborg'),
  place('Århus', 'Denmark', 'aarhus'),
  place('Sevilla', 'Spain', 'sevilla'),
  place('Galway', 'Ireland', 'galway'),
  place('Brno', 'Czechia', 'brno'),
  place('Θεσσαλονίκη', 'Greece', 'thessaloniki'),
  place('Tromsø', 'Norway', 'tromsoe'),
  place('Ghent', 'Belgium', 'ghent'),
  place('Graz', 'Austria', 'graz'),
  place('Porto', 'Portugal', 'porto'),
  place('Turku', 'Finland', 'turku'),
  place('Bologna', 'Italy', 'bologna'),
  place('Tartu', 'Estonia', 'tartu'),
  place('Bern', 'Switzerland', 'bern'),
  place('Львів', 'Ukraine', 'lviv'),
  place('Halifax', 'Canada', 'halifax'),
  place('Dundee', 'United Kingdom', 'dundee'),
  place('Cardiff', 'United Kingdom', 'cardiff'),
  place('Wellington', 'New Zealand', 'wellington'),
] as const;
