// A plant symbol as data, drawn by one renderer in every state and both themes. Its box has 48 units on a grid of 8;
// pipes connect at its ports. Lines are equally thin at every size; texts do not turn or mirror. [LOOK Symbols]

/**
 * How a shape reacts to the state of its symbol. `body` is filled while the symbol runs or is open; `glyph`,
 * `glyphLine` and `glyphDot` are drawn on the body and contrast with it; `line`, `plain` (an outline on the
 * background), `dot` and `pipe` do not change; `liquid` is the inside of a vessel, filled up to its level; `shut` is
 * the bar across the line of a closed symbol.
 */
type ShapeRole =
  | 'body'
  | 'glyph'
  | 'glyphLine'
  | 'glyphDot'
  | 'line'
  | 'dashed'
  | 'plain'
  | 'dot'
  | 'pipe'
  | 'liquid'
  | 'shut'

/** One shape of a symbol; `d` is SVG path data. */
type SymbolShape = { role: ShapeRole; d: string }
/**
 * A text of a symbol. `on`: the background that it contrasts with, the body or the page. `param`: the parameter of the
 * page that replaces the text.
 */
export type SymbolText = {
  text: string
  x: number
  y: number
  size: number
  on: 'body' | 'ground'
  param?: 'letters' | 'number' | 'below'
}
export type Port = { x: number; y: number; side: 'left' | 'right' | 'top' | 'bottom' }

export type PlantSymbol = {
  key: string
  name: { en: string; 'zh-cn': string }
  ports: readonly Port[]
  shapes: readonly SymbolShape[]
  texts: readonly SymbolText[]
}
export type Category = { key: string; name: { en: string; 'zh-cn': string }; symbols: readonly PlantSymbol[] }

export const box = 48

/** Path data of circles and other shapes. */
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
export const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
export const rect = (x: number, y: number, width: number, height: number, r = 0): string =>
  r === 0
    ? `M${x} ${y}h${width}v${height}h${-width}Z`
    : `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`

type Shorthand = { [R in ShapeRole]?: string | readonly string[] }
type Options = { ports?: readonly Port[]; texts?: readonly SymbolText[] }

/** Shapes are drawn in the order of their declaration. */
export function symbol(key: string, en: string, zh: string, shapes: Shorthand, options: Options = {}): PlantSymbol {
  const list = Object.entries(shapes).flatMap(([role, paths]) =>
    (typeof paths === 'string' ? [paths] : paths).map((d) => ({ role: role as ShapeRole, d })),
  )
  return { key, name: { en, 'zh-cn': zh }, ports: options.ports ?? [], shapes: list, texts: options.texts ?? [] }
}

const port =
  (side: Port['side']) =>
  (at: number): Port => ({
    side,
    x: side === 'left' ? 0 : side === 'right' ? box : at,
    y: side === 'top' ? 0 : side === 'bottom' ? box : at,
  })
export const [left, right, above, below] = [port('left'), port('right'), port('top'), port('bottom')]
/** Ports of a pipe that passes at half height, or lower below an actuator. */
export const through = (y = 24): Port[] => [left(y), right(y)]
/** The pieces of pipe on both sides of a body. */
export const stubs = (from: number, to: number, y = 24): string => `M0 ${y}H${from}M${to} ${y}H${box}`

export const onBody = (text: string, y: number, size: number, x = 24): SymbolText => ({ text, x, y, size, on: 'body' })
export const onGround = (text: string, y: number, size: number, x = 24): SymbolText => ({
  text,
  x,
  y,
  size,
  on: 'ground',
})
