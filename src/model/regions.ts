const union = [
  'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE',
  'SI', 'SK',
] as const

/** Regions that hold others, by ISO 3166-1 alpha-2 code (KCP §3.5). */
export const regionMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['EU', new Set<string>(union)],
  ['EEA', new Set<string>(['EU', ...union, 'IS', 'LI', 'NO'])],
])
