/**
 * Pictures of what services are about, drawn by us, for those who read little. A service or a group names one of them, or brings a
 * picture of its own as a `data:` address. What each looks like stands with the pages (`renderer/shared/pictograms/`).
 */
export const PICTOGRAMS = [
  'information',
  'appointment',
  'conversation',
  'complaint',
  'identity-card',
  'passport',
  'world',
  'certificate',
  'form',
  'document-hand-in',
  'document-pick-up',
  'vote',
  'marriage',
  'birth',
  'death',
  'family',
  'child',
  'school',
  'book',
  'work',
  'business',
  'pension',
  'disability',
  'social-help',
  'house',
  'moving',
  'building',
  'key',
  'tree',
  'waste',
  'dog',
  'water',
  'energy',
  'car',
  'driving',
  'parking',
  'bus',
  'police',
  'law',
  'lost-property',
  'tax',
  'bill',
  'cash',
  'bank-card',
  'bank',
  'post',
  'parcel',
  'return',
  'repair',
  'phone',
  'computer',
  'health',
  'doctor',
  'hospital',
  'x-ray',
  'pharmacy',
  'blood-test',
  'vaccination',
  'eye',
  'ear',
  'tooth',
  'other',
] as const;
export type Pictogram = (typeof PICTOGRAMS)[number];

/** Longest `data:` address of a picture of one's own: every kiosk reads it again and again. About 9 kB. */
export const MAX_OWN_PICTOGRAM = 12_000;

const KNOWN: ReadonlySet<string> = new Set(PICTOGRAMS);

export function isPictogram(name: string): name is Pictogram {
  return KNOWN.has(name);
}
