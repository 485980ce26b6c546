// Checks that an SVG only draws, without scripts, links or external resources. Pure.

const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon title desc defs linearGradient radialGradient stop clipPath mask text tspan use symbol'.split(
    ' ',
  ),
)
const attributes = new Set(
  `xmlns xmlns:xlink version id class viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform fill
  fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity opacity offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
  clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits preserveAspectRatio font-family font-size font-weight
  font-style text-anchor dominant-baseline dx dy letter-spacing href xlink:href color display visibility role aria-label
  xml:space overflow enable-background`.split(/\s+/),
)

const tag = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const words = /[^<]+/y
const comment = /<!--(?:(?!--)[\s\S])*-->/y
const declaration = /^\uFEFF?\s*(?:<\?xml\s[^?>]*\?>)?\s*(?:<!DOCTYPE svg PUBLIC "[\w\s/.-]+" "[\w:/.-]+">)?/

/** Whether an attribute is allowed; references must point inside the picture. */
function isInert(name: string, value: string): boolean {
  if (!attributes.has(name)) return false
  if (value.includes('&')) return false
  if (name.startsWith('xmlns')) return /^http:\/\/www\.w3\.org\/(2000\/svg|1999\/xlink)$/.test(value)
  if (name.endsWith('href')) return /^#[\w.-]+$/.test(value)
  return !/url\s*\((?!\s*['"]?#)|javascript:|expression|@import/i.test(value)
}

type Token = { text: string } | { name: string; given: string; isEnd: boolean; isEmpty: boolean }

/** Tags and the text between them; undefined if anything else occurs. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = []
  let at = declaration.exec(text)?.[0].length ?? 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < text.length) {
    if (take(comment)) continue
    const between = take(words)?.[0]
    if (between !== undefined) {
      tokens.push({ text: between })
      continue
    }
    const found = take(tag)
    if (!found) return undefined
    const [, end = '', name = '', given = '', empty = ''] = found
    tokens.push({ name, given, isEnd: end !== '', isEmpty: empty !== '' })
  }
  return tokens
}

const areInert = (given: string): boolean =>
  [...given.matchAll(attribute)].every(([, key = '', double, single]) => isInert(key, double ?? single ?? ''))

/**
 * Whether a file is an SVG that only draws. An allow-list: no scripts, no styles, no events, no links, no external
 * resources, no entities.
 */
export function isInertSvg(text: string): boolean {
  const tokens = tokensOf(text)
  if (!tokens) return false
  const open: string[] = []
  let roots = 0
  for (const token of tokens) {
    if (!mayStand(token, open.length)) return false
    if ('text' in token) continue
    if (token.isEnd) {
      if (open.pop() !== token.name) return false
      continue
    }
    if (open.length === 0) roots += token.name === 'svg' ? 1 : 2
    if (!token.isEmpty) open.push(token.name)
  }
  return roots === 1 && open.length === 0
}

/**
 * Whether a token is allowed: text only inside the picture and without custom entities, elements and attributes only
 * from the lists.
 */
function mayStand(token: Token, depth: number): boolean {
  if (!('text' in token)) return elements.has(token.name) && areInert(token.given)
  return (depth > 0 || token.text.trim() === '') && !/&(?!(amp|lt|gt|quot|apos);)/.test(token.text)
}
