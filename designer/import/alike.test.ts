// Draws every drawing twice, as a browser draws the SVG and as a page draws its widgets. Differences must be named in
// the report of the import.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pumpStationSvg } from '../../e2e/drawings/pump-station.ts'
import { type Cell, DrawingBrowser, differenceOf } from '../../testkit/drawn/browser.ts'
import { opened, readDrawing } from './drawing.ts'
import type { Lost } from './report.ts'

let browser: DrawingBrowser
beforeAll(async () => {
  browser = await DrawingBrowser.start()
})
afterAll(() => browser?.stop())

type Case = { name: string; cell: Cell; lost: readonly Lost[]; square: number }

function caseOf(name: string, svg: string): Case {
  const found = opened(svg)
  if ('fault' in found) throw new Error(`${name}: ${found.fault}`)
  const drawing = readDrawing(found, 2000)
  if ('reason' in drawing) throw new Error(`${name}: ${drawing.reason}`)
  const { width, height, widgets, report } = drawing
  const cell = { width: Math.ceil(width), height: Math.ceil(height), svg, widgets }
  // Letters are drawn in other fonts, so only their places are compared.
  return { name, cell, lost: report.list(), square: svg.includes('<text') ? 16 : 4 }
}

/** The smallest visible difference, of 255: pictures between two pixels are softened a little. */
const seen = 40

async function unnamed(cases: readonly Case[]): Promise<string[]> {
  const drawn = await browser.both(cases.map(({ cell }) => cell))
  return cases.flatMap(({ name, lost, square }, i) => {
    const difference = differenceOf(drawn[i]!.source, drawn[i]!.result, square)
    return difference > seen && lost.length === 0 ? [`${name}: ${Math.round(difference)}`] : []
  })
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

test('drawings of the repository are drawn alike or reported', async () => {
  const files = ['gauge-dashoffset.svg', 'tank-mask.svg']
  const cases = [caseOf('pump station', pumpStationSvg), ...files.map((name) => caseOf(name, fixture(name)))]
  expect(await unnamed(cases)).toEqual([])
  for (const { name, lost } of cases.slice(1)) expect({ name, lost }).toEqual({ name, lost: [] })
})

const sized = (inside: string, root = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="100"${root && ` ${root}`}>${inside}</svg>`

type Base = { tag: string; attributes: Record<string, string>; inside?: string }

/**
 * The elements on which attributes and properties are tested: a shape with fill and line, dashes, corners, a curve, a
 * group, a text.
 */
const bases: Record<string, Base> = {
  rect: {
    tag: 'rect',
    attributes: {
      x: '20',
      y: '20',
      width: '60',
      height: '40',
      fill: '#cc3300',
      stroke: '#003366',
      'stroke-width': '4',
    },
  },
  dashes: {
    tag: 'circle',
    attributes: {
      cx: '60',
      cy: '50',
      r: '30',
      fill: 'none',
      stroke: '#003366',
      'stroke-width': '12',
      'stroke-dasharray': '30 14',
    },
  },
  corners: {
    tag: 'polyline',
    attributes: {
      points: '20,80 60,20 100,80',
      fill: 'none',
      stroke: '#003366',
      'stroke-width': '14',
      'stroke-linejoin': 'round',
    },
  },
  curve: {
    tag: 'path',
    attributes: { d: 'M20 80C20 20 100 20 100 80', fill: '#88ccee', stroke: '#003366', 'stroke-width': '8' },
  },
  group: {
    tag: 'g',
    attributes: {},
    inside:
      '<rect x="10" y="10" width="50" height="50" fill="#cc3300"/><circle cx="60" cy="60" r="30" fill="#003366"/>',
  },
  text: {
    tag: 'text',
    attributes: { x: '10', y: '60', 'font-size': '30', 'font-family': 'sans-serif' },
    inside: 'Pump 12',
  },
}

const markup = ({ tag, attributes, inside = '' }: Base, more: Record<string, string>): string =>
  `<${tag}${Object.entries({ ...attributes, ...more })
    .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
    .join('')}>${inside}</${tag}>`

const properties: Record<string, readonly string[]> = {
  'stroke-dashoffset': ['10', '50%', '-7px'],
  'stroke-dasharray': ['5px 20px', '10%', '20,4,1,4', 'none', '-3 4'],
  'stroke-linecap': ['round', 'square'],
  'stroke-linejoin': ['round', 'bevel', 'miter', 'arcs'],
  'stroke-miterlimit': ['1', '20'],
  'stroke-opacity': ['0.3', '40%'],
  'stroke-width': ['2em', '10%', '0', '60', 'calc(3px + 9px)'],
  fill: ['currentColor', 'oklch(0.7 0.2 140)', 'rgb(10% 90% 20%)', 'nocolour', 'hsl(120deg 80% 40%)', 'var(--x, red)'],
  stroke: ['none', 'color-mix(in srgb, red, lime)', 'transparent'],
  'fill-opacity': ['0.2', '20%'],
  'fill-rule': ['evenodd'],
  opacity: ['0.3', '0', '30%', 'calc(0.1 + 0.1)'],
  visibility: ['hidden'],
  display: ['none', 'inline'],
  transform: [
    'rotate(20 60 50)',
    'skewX(20)',
    'scale(0.5 1.2)',
    'translate(10px, 5px)',
    'rotate(30deg)',
    'rotate(0.1turn)',
  ],
  'transform-origin': ['60px 50px'],
  'vector-effect': ['non-scaling-stroke'],
  'paint-order': ['stroke', 'normal'],
  'mix-blend-mode': ['multiply', 'difference'],
  filter: ['blur(4px)', 'grayscale(1)', 'none'],
  'clip-path': ['circle(20px)', 'inset(10px)', 'polygon(0 0, 60px 0, 0 60px)'],
  mask: ['linear-gradient(black, transparent)'],
  'letter-spacing': ['12px', 'normal'],
  'word-spacing': ['30px'],
  'text-anchor': ['middle', 'end'],
  'dominant-baseline': ['hanging', 'middle', 'auto'],
  'baseline-shift': ['super'],
  'alignment-baseline': ['hanging'],
  'writing-mode': ['vertical-rl', 'lr-tb'],
  'text-decoration': ['underline', 'line-through'],
  'text-transform': ['uppercase'],
  'font-weight': ['bold', '900'],
  'font-style': ['italic'],
  'font-variant': ['small-caps'],
  'font-size': ['50%', 'large', 'xx-large', '2em'],
  'font-stretch': ['ultra-expanded'],
  font: ['bold 50px sans-serif'],
  'text-rendering': ['geometricPrecision'],
  'shape-rendering': ['geometricPrecision'],
  direction: ['rtl'],
  rx: ['20'],
  width: ['20px'],
  x: ['50px'],
  d: ['path("M0 0H90V90")'],
  cx: ['20'],
  'pointer-events': ['none'],
  pathLength: ['10'],
  textLength: ['100'],
  rotate: ['30'],
  dx: ['20', '5 5 5'],
  dy: ['20'],
  systemLanguage: ['xx'],
  requiredExtensions: ['http://none.example'],
  'marker-end': ['url(#m)'],
}

/** The elements on which style properties are tested too. */
const styled: readonly string[] = ['rect', 'text']

const written = Object.entries(properties).flatMap(([name, values]) =>
  values.flatMap((value) =>
    Object.entries(bases).flatMap(([on, base]): [string, string][] => [
      [`${name}="${value}" on ${on}`, sized(markup(base, { [name]: value }))],
      ...(styled.includes(on)
        ? [
            [`style ${name}: ${value} on ${on}`, sized(markup(base, { style: `${name}: ${value}` }))] as [
              string,
              string,
            ],
          ]
        : []),
    ]),
  ),
)

test('every property is drawn alike or reported, as an attribute and as a style', async () => {
  expect(await unnamed(written.map(([name, svg]) => caseOf(name, svg)))).toEqual([])
})

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p9w3dAAAAABJRU5ErkJggg=='
const box = '<rect x="10" y="10" width="90" height="70" fill="#336699"/>'

/** Complete drawings, by the feature that they contain. */
const drawings: Record<string, string> = {
  'a later rule of the same weight': sized(
    '<style>.b{fill:blue}.a{fill:red}</style><rect class="a b" width="90" height="70"/>',
  ),
  'a rule that is important': sized(
    '<style>rect{fill:lime !important}</style><rect style="fill:blue" width="90" height="70"/>',
  ),
  'a rule by two classes': sized('<style>.a.b{fill:lime}</style><rect class="a b" width="90" height="70"/>'),
  'a rule for print': sized('<style media="print">rect{fill:lime}</style><rect width="90" height="70"/>'),
  'a mask of shades': sized(
    `<mask id="m"><rect width="60" height="90" fill="#777"/></mask><g mask="url(#m)">${box}</g>`,
  ),
  'a mask of two white shapes': sized(
    `<mask id="m"><rect width="40" height="90" fill="#fff"/><circle cx="80" cy="50" r="20" style="fill:white"/></mask><g mask="url(#m)">${box}</g>`,
  ),
  'a mask of a black shape': sized(`<mask id="m"><rect width="40" height="90"/></mask><g mask="url(#m)">${box}</g>`),
  'a mask with an edge': sized(
    `<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="30" height="30"><rect width="90" height="90" fill="white"/></mask><g mask="url(#m)">${box}</g>`,
  ),
  'a mask that cuts a line': sized(
    `<mask id="m"><rect width="40" height="90" fill="white" stroke="black" stroke-width="20"/></mask><g mask="url(#m)">${box}</g>`,
  ),
  'a mask with a white line': sized(
    `<mask id="m"><rect width="40" height="90" fill="white" stroke="white" stroke-width="20"/></mask><g mask="url(#m)">${box}</g>`,
  ),
  'a mask of the size of its element': sized(
    `<mask id="m" maskContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="white"/></mask><g mask="url(#m)">${box}</g>`,
  ),
  'a mask and a clip': sized(
    `<mask id="m"><rect width="50" height="90" fill="white"/></mask><clipPath id="c"><rect width="90" height="40"/></clipPath><g mask="url(#m)" clip-path="url(#c)" opacity=".5">${box}</g>`,
  ),
  'an empty clip': sized(`<clipPath id="c"/><g clip-path="url(#c)">${box}</g>`),
  'a clip by the even-odd rule': sized(
    `<clipPath id="c"><path clip-rule="evenodd" d="M0 0H90V90H0ZM30 30H60V60H30Z"/></clipPath><g clip-path="url(#c)">${box}</g>`,
  ),
  'a clip in a clip': sized(
    `<clipPath id="d"><rect width="30" height="30"/></clipPath><clipPath id="c" clip-path="url(#d)"><rect width="90" height="90"/></clipPath><g clip-path="url(#c)">${box}</g>`,
  ),
  'a hidden shape of a clip': sized(
    `<clipPath id="c"><rect width="20" height="90"/><rect x="40" width="60" height="90" display="none"/></clipPath><g clip-path="url(#c)">${box}</g>`,
  ),
  'a symbol larger than its box': sized(
    `<symbol id="s" viewBox="0 0 40 40">${box}</symbol><use href="#s" width="40" height="40"/>`,
  ),
  'a symbol that shows what is beyond its box': sized(
    `<symbol id="s" viewBox="0 0 40 40" overflow="visible">${box}</symbol><use href="#s" width="40" height="40"/>`,
  ),
  'a symbol seen through': sized(`<symbol id="s" opacity=".2">${box}</symbol><use href="#s"/>`),
  'a nested drawing larger than its box': sized(`<svg x="5" width="40" height="40">${box}</svg>`),
  'a use of a drawing with a size of its own': sized(
    `<defs><svg id="s" viewBox="0 0 100 100" width="100" height="100">${box}</svg></defs><use href="#s" width="50" height="50"/>`,
  ),
  'a part with a line of its own': sized(
    '<text x="10" y="50" font-size="24" font-family="sans-serif">H<tspan dy="20">2</tspan><tspan dy="-20">O</tspan></text>',
  ),
  'a part moved aside': sized(
    '<text x="10" y="50" font-size="24" font-family="sans-serif">A<tspan dx="50">B</tspan></text>',
  ),
  'spaces that stay': sized(
    '<text x="0" y="50" font-size="24" font-family="sans-serif" xml:space="preserve">A        B</text>',
  ),
  'a text along a path': sized(
    '<path id="p" d="M10 80C10 10 100 10 100 80" fill="none"/><text font-size="20"><textPath href="#p">along</textPath></text>',
  ),
  'a picture in the corner of its box': sized(
    `<image href="${png}" x="10" y="10" width="100" height="40" preserveAspectRatio="xMinYMin meet"/>`,
  ),
  'a picture of a picture in the corner': sized(
    `<g opacity=".9"><image href="${png}" x="10" y="10" width="100" height="40" preserveAspectRatio="xMaxYMid slice"/></g>`,
  ),
  'a gradient of the current colour': sized(
    '<linearGradient id="g" color="lime"><stop stop-color="currentColor"/></linearGradient><rect width="90" height="70" fill="url(#g)"/>',
  ),
  'a gradient with a focus': sized(
    '<radialGradient id="g" fr="40%"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient><rect width="90" height="70" fill="url(#g)"/>',
  ),
  'a gradient that is gone, with a colour instead': sized('<rect width="90" height="70" fill="url(#none) lime"/>'),
  'a pattern': sized(
    '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="20"/></pattern><rect width="90" height="70" fill="url(#p)"/>',
  ),
  markers: sized(
    '<marker id="m" markerWidth="6" markerHeight="6" refX="3" refY="3"><circle cx="3" cy="3" r="3"/></marker><line x1="20" y1="50" x2="90" y2="50" stroke="red" stroke-width="8" marker-end="url(#m)"/>',
  ),
  'a choice by language': sized(`<switch><g systemLanguage="xx">${box}</g><circle cx="50" cy="50" r="30"/></switch>`),
  'a shape for another program': sized(`<g requiredExtensions="http://none.example">${box}</g>`),
  'a style sheet elsewhere': `<?xml-stylesheet href="a.css"?>${sized(box)}`,
  'another prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg" width="120" height="100"><s:rect width="90" height="70" fill="red"/></s:svg>`,
  'a ground': sized(box, 'style="background:#222222"'),
  'an animation of a style': sized(
    '<style>@keyframes k{from{opacity:0}to{opacity:0}}rect{animation:k 1s infinite}</style><rect width="90" height="70"/>',
  ),
  'a wide line of a page': sized('<line x1="10" y1="50" x2="110" y2="50" stroke="red" stroke-width="48"/>'),
  'lines of one unit in a large scale': sized(
    '<rect x=".2" y=".2" width=".6" height=".4" stroke="red" stroke-width=".1"/>',
    'viewBox="0 0 1 1"',
  ),
  'a view box that cuts': sized(box, 'viewBox="40 40 20 20" preserveAspectRatio="none"'),
}

test('drawings with one feature each are drawn alike or reported', async () => {
  expect(await unnamed(Object.entries(drawings).map(([name, svg]) => caseOf(name, svg)))).toEqual([])
})

/**
 * Two shapes with up to two properties each, in a group with one property: combinations that occur in real drawings.
 */
const combined = fc
  .record({
    shapes: fc.array(
      fc.tuple(
        fc.constantFrom(...Object.values(bases)),
        fc.array(fc.constantFrom(...settings()), { minLength: 1, maxLength: 2 }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
    group: fc.constantFrom(...settings()),
  })
  .map(({ shapes, group: [name, value] }) =>
    sized(
      `<g ${name}="${value.replaceAll('"', '&quot;')}">${shapes.map(([base, set]) => markup(base, Object.fromEntries(set))).join('')}</g>`,
    ),
  )

function settings(): [string, string][] {
  return Object.entries(properties).flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
}

test('combined properties are drawn alike or reported', async () => {
  const some = fc.sample(combined, { numRuns: 200, seed: 20_261 })
  expect(await unnamed(some.map((svg) => caseOf(svg, svg)))).toEqual([])
})
