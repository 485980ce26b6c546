// One drawing per widget type, for the palette and for pictures of pages in lists: 20 × 20 units, in the colour of the
// text and at most two series colours. [LOOK designer-palette]
import type { SVGProps } from 'react'
import { circle, ellipse, rect } from '../widgets/symbol/symbol.ts'

/**
 * How a path is drawn. `line`: an outline; `pale`: an axis, a grid, a text that is only hinted at; `paper`: an outline
 * that covers the paths before it; `solid` and `soft`: filled, fully or faintly; `first` and `second`: a curve;
 * `firstFill`, `secondFill`, `firstSoft`: an area in a series colour.
 */
type Role =
  | 'line'
  | 'dashed'
  | 'pale'
  | 'paper'
  | 'solid'
  | 'soft'
  | 'first'
  | 'second'
  | 'firstFill'
  | 'secondFill'
  | 'firstSoft'

/** Paths in the order in which they are drawn. */
type Glyph = readonly (readonly [role: Role, d: string])[]

/** Units of the box of a glyph. */
export const glyphBox = 20

type Look = Pick<SVGProps<SVGPathElement>, 'stroke' | 'strokeOpacity' | 'strokeDasharray' | 'fill' | 'fillOpacity'>

const [first, second] = ['var(--series-1)', 'var(--series-2)']
const looks: Record<Role, Look> = {
  line: { stroke: 'currentColor' },
  dashed: { stroke: 'currentColor', strokeDasharray: '2.5 2.2' },
  pale: { stroke: 'currentColor', strokeOpacity: 0.5 },
  paper: { stroke: 'currentColor', fill: 'var(--surface)' },
  solid: { fill: 'currentColor' },
  soft: { fill: 'currentColor', fillOpacity: 0.2 },
  first: { stroke: first },
  second: { stroke: second },
  firstFill: { fill: first },
  secondFill: { fill: second },
  firstSoft: { fill: first, fillOpacity: 0.25 },
}

const axes = 'M2.5 2.5V17.5H17.5'
const curve = 'M4 14C6 8 8 8 10 12S13.5 13 17 4.5'
const bars = ['M3.5 11H6V17.5H3.5Z', 'M8.75 5H11.25V17.5H8.75Z', 'M14 8.5H16.5V17.5H14Z'].join('')
/** Braces at the lower right: the widget shows the answer of a script. */
const braces =
  'M14 12.2C12.8 12.2 13.8 15 12.2 15.2C13.8 15.4 12.8 18.2 14 18.2M16.6 12.2C17.8 12.2 16.8 15 18.4 15.2C16.8 15.4 17.8 18.2 16.6 18.2'

const shape: Record<string, Glyph> = {
  group: [
    ['dashed', rect(2, 2, 16, 16)],
    ['line', `${rect(5, 5, 6, 5)}${circle(12.5, 12.5, 2.5)}`],
  ],
  Arrow: [['line', 'M2.5 10H16.5M12 5.5L16.5 10L12 14.5']],
  Circle: [['line', circle(10, 10, 7.5)]],
  Ellipse: [['line', ellipse(10, 10, 8, 5)]],
  shapeLine: [['line', 'M2 4.5H10V15.5H18']],
  Octagon: [['line', 'M7 2.5H13L17.5 7V13L13 17.5H7L2.5 13V7Z']],
  Parallelogram: [['line', 'M6 5H18.5L14 15H1.5Z']],
  Prism: [['line', 'M10 2L18 10L10 18L2 10Z']],
  Rect: [['line', rect(2.5, 4.5, 15, 11)]],
  Straight: [['line', 'M3 16.5L17 3.5']],
  Triangle: [['line', 'M10 3L18 16.5H2Z']],
}

const usual: Record<string, Glyph> = {
  Animation: [
    ['dashed', circle(10, 10, 7.5)],
    ['solid', 'M8 6.5L13.5 10L8 13.5Z'],
  ],
  Button: [
    ['line', rect(2, 5.5, 16, 9, 2.5)],
    ['line', 'M6.5 10H13.5'],
  ],
  ComboBox: [
    ['line', `${rect(2, 2.5, 16, 6, 1)}M13 4.8L14.3 6.2L15.6 4.8`],
    ['pale', 'M4.5 11.5H15.5M4.5 14.5H13M4.5 17.5H14.5'],
  ],
  Dashboard: [
    ['pale', 'M3.5 14.5A7.5 7.5 0 1 1 16.5 14.5'],
    ['first', 'M3.5 14.5A7.5 7.5 0 0 1 6.3 4.3'],
    ['line', 'M10 11L13.5 6.5'],
    ['solid', circle(10, 11, 1.4)],
  ],
  DataText: [
    [
      'line',
      'M2.5 7L4.5 5.5V13.5M14.5 5.5H10.3L9.9 9C11.5 7.9 14.6 8.2 14.6 10.9C14.6 13.9 11 14.2 9.5 12.4M7 13.4H7.1',
    ],
    ['pale', 'M2.5 17H17.5'],
  ],
  Image: [
    ['line', rect(2.5, 3.5, 15, 13, 1)],
    ['line', `M2.5 14L7 9.5L11 13.5L13 11.5L17.5 15.5${circle(13, 7.3, 1.3)}`],
  ],
  Input: [
    ['line', rect(2, 5.5, 16, 9, 1)],
    ['line', 'M5 7.8V12.2'],
  ],
  PercentFill: [
    ['soft', 'M4.5 9H15.5V17.5H4.5Z'],
    ['line', 'M4.5 2.5V17.5H15.5V2.5M4.5 9H15.5'],
  ],
  Radio: [
    ['line', `${circle(5.5, 10, 3.5)}${circle(14.5, 10, 3.5)}`],
    ['solid', circle(5.5, 10, 1.5)],
  ],
  Scrollbar: [
    ['soft', rect(1.5, 6.5, 17, 7)],
    ['line', 'M4 10H6.5M9 10H11.5M14 10H16.5'],
  ],
  Select: [
    ['line', rect(2, 5.5, 16, 9, 1)],
    ['line', 'M5 10H9M12 9L13.8 11L15.6 9'],
  ],
  Symbol: [['line', `M1 10H3.5M16.5 10H19${circle(10, 10, 6.5)}M7.8 6.5L13.5 10L7.8 13.5Z`]],
  Text: [['line', 'M4 6V4H16V6M10 4V16.5M7.5 16.5H12.5']],
  TimeSelector: [
    ['line', `${rect(2.5, 4, 15, 13.5, 1)}M2.5 8.5H17.5M6.5 2.5V5.5M13.5 2.5V5.5`],
    ['solid', rect(11.5, 11.5, 3, 3)],
  ],
  Timer: [
    ['line', circle(10, 10, 7.5)],
    ['line', 'M10 5.5V10L13 12'],
  ],
  Webgl: [['line', 'M10 2L17 6V14L10 18L3 14V6ZM10 10L17 6M10 10V18M10 10L3 6']],
}

const complex: Record<string, Glyph> = {
  Alarm: [
    ['pale', 'M8.5 4.5H17.5M8.5 10H17.5M8.5 15.5H15'],
    ['solid', 'M4 2.2L6.3 4.5L4 6.8L1.7 4.5Z'],
    ['solid', 'M4 7.7L6.4 12H1.6Z'],
    ['solid', rect(2.1, 13.6, 3.8, 3.8)],
  ],
  Area: [
    ['pale', axes],
    ['firstSoft', `${curve}V17H4Z`],
    ['first', curve],
  ],
  complexBar: [
    ['pale', 'M2 17.5H18'],
    ['firstFill', bars],
  ],
  complexLine: [
    ['pale', axes],
    ['first', curve],
  ],
  complexPie: [
    ['firstFill', 'M10 10V2.5A7.5 7.5 0 0 1 16.5 13.75Z'],
    ['secondFill', 'M10 10L16.5 13.75A7.5 7.5 0 0 1 3.5 13.75Z'],
    ['soft', 'M10 10L3.5 13.75A7.5 7.5 0 0 1 10 2.5Z'],
  ],
  Diagram: [
    ['pale', axes],
    [
      'firstFill',
      [
        [6, 13.5],
        [8.5, 10.5],
        [10.5, 12.5],
        [12.5, 7.5],
        [15.5, 9],
        [16, 4.5],
      ]
        .map(([x, y]) => circle(x!, y!, 1.2))
        .join(''),
    ],
  ],
  History: [
    ['soft', rect(2.5, 3.5, 15, 4)],
    ['line', `${rect(2.5, 3.5, 15, 13.5)}M2.5 7.5H17.5M2.5 12.2H17.5M7.5 3.5V17M12.5 3.5V17`],
  ],
  Map: [
    ['pale', 'M2 5L7 3L13 5L18 3V15L13 17L7 15L2 17ZM7 3V15M13 5V17'],
    ['firstFill', circle(10.5, 9.5, 2.2)],
  ],
  Ring: [
    ['firstFill', 'M10 2.5A7.5 7.5 0 0 1 16.5 13.75L13.25 11.9A3.75 3.75 0 0 0 10 6.25Z'],
    ['secondFill', 'M16.5 13.75A7.5 7.5 0 0 1 3.5 13.75L6.75 11.9A3.75 3.75 0 0 0 13.25 11.9Z'],
    ['soft', 'M3.5 13.75A7.5 7.5 0 0 1 10 2.5V6.25A3.75 3.75 0 0 0 6.75 11.9Z'],
  ],
  Rose: [
    ['firstFill', 'M10 10V2A8 8 0 0 1 16.9 14Z'],
    ['secondFill', 'M10 10L15.2 13A6 6 0 0 1 4.8 13Z'],
    ['soft', 'M10 10L6.1 12.25A4.5 4.5 0 0 1 10 5.5Z'],
  ],
  Section: [
    ['soft', rect(2, 6, 5.5, 7)],
    ['firstFill', rect(7.5, 6, 3.5, 7)],
    ['secondFill', rect(11, 6, 7, 7)],
    ['pale', 'M2 16H18'],
  ],
  Video: [
    ['line', rect(2, 5, 11, 10, 1.5)],
    ['line', 'M13 9L18 6V14L13 11'],
  ],
  Weather: [
    ['line', `${circle(7, 7, 3)}M7 1.2V2.2M1.2 7H2.2M2.9 2.9L3.6 3.6M11.1 2.9L10.4 3.6`],
    ['paper', 'M7.5 16.5A3.3 3.3 0 0 1 7.9 9.9A4.5 4.5 0 0 1 16 11.2A2.7 2.7 0 0 1 15.8 16.5Z'],
  ],
  Xyline: [
    ['pale', axes],
    ['first', 'M5 15C3.5 8 8 3.5 11.5 5S13 13 10.5 12.5S10 6.5 16.5 5'],
  ],
}

const navigate: Record<string, Glyph> = {
  Iframe: [
    ['line', `${rect(2, 3.5, 16, 13, 1)}M2 7H18M4.3 5.3H4.4M6.5 5.3H6.6`],
    ['pale', rect(5, 9.5, 10, 4.5)],
  ],
  ImageText: [
    ['line', `${rect(2, 4, 7, 12)}M2 13L4.5 10L6.5 12L9 9.5`],
    ['pale', 'M11.5 6H18M11.5 10H18M11.5 14H15.5'],
  ],
  Menu: [
    ['soft', rect(2, 2.5, 6.5, 15)],
    ['line', 'M4 6H6.5M4 10H6.5M4 14H6.5'],
    ['pale', 'M11 6H18M11 10H18M11 14H15.5'],
  ],
  Nav: [
    ['soft', rect(2, 3, 16, 5)],
    ['line', 'M4 5.5H7M9.5 5.5H12.5'],
    ['pale', 'M2 11.5H18M2 15.5H13'],
  ],
  Slide: [
    ['line', `${rect(4.5, 3.5, 11, 9.5)}M2 6V10.5M18 6V10.5`],
    ['line', 'M7.5 16.5H7.6M10 16.5H10.1M12.5 16.5H12.6'],
  ],
}

const script: Record<string, Glyph> = {
  Report: [
    ['line', 'M10 17H2.5V3.5H17.5V9.5M2.5 7.5H17.5M7.5 3.5V17'],
    ['line', braces],
  ],
  scriptBar: [
    ['pale', 'M2 17.5H10.5'],
    ['secondFill', 'M3 10H5.5V17.5H3ZM7.5 3.5H10V17.5H7.5Z'],
    ['line', braces],
  ],
  scriptPie: [
    ['firstFill', 'M8 8V2A6 6 0 0 1 13.2 11Z'],
    ['secondFill', 'M8 8L13.2 11A6 6 0 0 1 2.8 11Z'],
    ['soft', 'M8 8L2.8 11A6 6 0 0 1 8 2Z'],
    ['line', braces],
  ],
  Trend: [
    ['pale', 'M2.5 2.5V17.5H10'],
    ['second', 'M4 13C5.5 8 7.5 7 9.5 10S13.5 8 17 3.5'],
    ['line', braces],
  ],
}

const glyphs: Readonly<Record<string, Glyph>> = { ...shape, ...usual, ...complex, ...navigate, ...script }

/** The types that have a drawing. */
export const glyphTypes: readonly string[] = Object.keys(glyphs)

/** The drawing of a type without one. */
const other: Glyph = [['dashed', rect(2.5, 4.5, 15, 11, 1)]]

/** The paths of a type's drawing, for an svg whose view box has the size of a glyph. */
export const GlyphPaths = ({ type }: { type: string }) =>
  // The key of an object may be inherited: `constructor`.
  (Object.hasOwn(glyphs, type) ? glyphs[type]! : other).map(([role, d]) => <path key={d} d={d} {...looks[role]} />)

/** The drawing of a widget type beside its name. */
export const PaletteGlyph = ({ type }: { type: string }) => (
  <svg
    className="palette-glyph"
    viewBox={`0 0 ${glyphBox} ${glyphBox}`}
    width={glyphBox}
    height={glyphBox}
    fill="none"
    strokeWidth={1.25}
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <GlyphPaths type={type} />
  </svg>
)
