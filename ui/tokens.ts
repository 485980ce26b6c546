// The colours of the look, light and dark. theme.css carries the same values as CSS variables; a test compares them.
// Changed from the sketch where it failed AA: ink 3, and the text colours of severities on their soft background.

const light = {
  ground: '#F1F3F5',
  surface: '#FFFFFF',
  raised: '#F8F9FA',
  line: '#DDE1E6',
  'line-soft': '#EBEEF1',
  'ink-1': '#171B20',
  'ink-2': '#535D68',
  'ink-3': '#66707B',
  accent: '#1D5FA8',
  'accent-soft': '#E7EFF8',
  'on-accent': '#FFFFFF',
  online: '#3B7F78',
  offline: '#A9B1BA',
  sleeping: '#7A78B8',
  severe: '#C62828',
  'severe-ink': '#C62828',
  'severe-soft': '#FBEAEA',
  important: '#D9730D',
  'important-ink': '#A9500A',
  'important-soft': '#FDF0E3',
  normal: '#B08900',
  'normal-ink': '#7D6100',
  'normal-soft': '#FAF4DC',
  band: '#D7DEE6',
  'series-1': '#1D5FA8',
  'series-2': '#8A5A9E',
  'series-3': '#3B7F78',
  'series-4': '#A4672D',
} as const

export type Token = keyof typeof light
export type Tone = 'light' | 'dark'

const dark: Record<Token, string> = {
  ground: '#101316',
  surface: '#181C20',
  raised: '#1E2328',
  line: '#2B3239',
  'line-soft': '#232930',
  'ink-1': '#E4E8EC',
  'ink-2': '#A1ABB5',
  'ink-3': '#84909B',
  accent: '#6FA8E6',
  'accent-soft': '#1E2E40',
  'on-accent': '#101316',
  online: '#62B3A9',
  offline: '#59636D',
  sleeping: '#9C9AD6',
  severe: '#FF6B6B',
  'severe-ink': '#FF6B6B',
  'severe-soft': '#3A1E1F',
  important: '#FFA351',
  'important-ink': '#FFA351',
  'important-soft': '#38281A',
  normal: '#E3C04B',
  'normal-ink': '#E3C04B',
  'normal-soft': '#332D18',
  band: '#303944',
  'series-1': '#6FA8E6',
  'series-2': '#C08CD6',
  'series-3': '#62B3A9',
  'series-4': '#D89B61',
}

export const tokens: Record<Tone, Record<Token, string>> = { light, dark }

/** Pairs of text colour and background that must be readable. */
export const textPairs: readonly (readonly [ink: Token, ground: Token])[] = [
  ...(['ink-1', 'ink-2', 'ink-3', 'accent'] as const).flatMap((ink) =>
    (['surface', 'raised', 'ground'] as const).map((ground) => [ink, ground] as const),
  ),
  ['ink-1', 'accent-soft'],
  ['ink-2', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['ink-1', 'band'],
  ['ink-2', 'band'],
  ...(['severe', 'important', 'normal'] as const).flatMap((severity) =>
    ([`${severity}-soft`, 'surface'] as const).map((ground) => [`${severity}-ink`, ground] as const),
  ),
  ['ink-1', 'severe-soft'],
  ['ink-2', 'severe-soft'],
]

/** Marks that must be distinguishable from their background (3:1). */
export const markPairs: readonly (readonly [mark: Token, ground: Token])[] = (
  ['severe', 'important', 'normal', 'online', 'sleeping', 'accent'] as const
).map((mark) => [mark, 'surface'] as const)

/** Contrast of two `#rrggbb` colours by WCAG 2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
