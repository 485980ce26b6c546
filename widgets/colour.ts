// Colours of a page: CSS colours, or shades by name, which each theme defines.

/** Shades by name. None of the names is a CSS colour. */
export const shades = [
  { value: 'ink1', label: { en: 'Ink', 'zh-cn': '墨色' } },
  { value: 'ink2', label: { en: 'Pale ink', 'zh-cn': '淡墨' } },
  { value: 'ink3', label: { en: 'Faint ink', 'zh-cn': '浅墨' } },
  { value: 'surface', label: { en: 'Paper', 'zh-cn': '底色' } },
  { value: 'line', label: { en: 'Hairline', 'zh-cn': '细线' } },
  { value: 'steel', label: { en: 'Steel', 'zh-cn': '钢' } },
  { value: 'idle', label: { en: 'Idle', 'zh-cn': '空闲' } },
  { value: 'liquid', label: { en: 'Liquid', 'zh-cn': '液体' } },
  { value: 'accent', label: { en: 'Accent', 'zh-cn': '强调色' } },
  { value: 'normal', label: { en: 'Normal alarm', 'zh-cn': '一般报警' } },
  { value: 'important', label: { en: 'Important alarm', 'zh-cn': '重要报警' } },
  { value: 'severe', label: { en: 'Severe alarm', 'zh-cn': '严重报警' } },
] as const

const shadeNames: readonly string[] = shades.map(({ value }) => value)

/**
 * A valid colour: `none`, a shade, or a CSS colour without a function that loads a resource. Empty: the colour of the
 * theme.
 */
export const colourPattern = /^$|^#[0-9a-f]{3,8}$|^[a-z]+[123]?$|^(rgb|hsl)a?\([\d\s.,%/deg]+\)$/i

/** The colour as CSS; undefined for the theme's own colour, or for an invalid one. */
export function cssColour(stored: unknown): string | undefined {
  if (typeof stored !== 'string' || stored === '' || !colourPattern.test(stored)) return undefined
  return shadeNames.includes(stored) ? `var(--shade-${stored})` : stored
}
