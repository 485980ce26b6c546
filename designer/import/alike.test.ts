// Every drawing is drawn twice, as a browser draws the SVG and as a page draws its widgets. What differs has to be named in
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
  // Letters are drawn in other fonts: what counts is where they are.
  return { name, cell, lost: report.list(), square: svg.includes('<text') ? 16 : 4 }
}

/** A difference that is seen: a tenth of the way from black to white. */
const seen = 26

async function unnamed(cases: readonly Case[]): Promise<string[]> {
  const drawn = await browser.both(cases.map(({ cell }) => cell))
  return cases.flatMap(({ name, lost, square }, i) => {
    const difference = differenceOf(drawn[i]!.source, drawn[i]!.result, square)
    return difference > seen && lost.length === 0 ? [`${name}: ${Math.round(difference)}`] : []
  })
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

test('drawings of the repository', async () => {
  const files = ['gauge-dashoffset.svg', 'tank-mask.svg']
  const cases = [caseOf('pump station', pumpStationSvg), ...files.map((name) => caseOf(name, fixture(name)))]
  expect(await unnamed(cases)).toEqual([])
  for (const { name, lost } of cases.slice(1)) expect({ name, lost }).toEqual({ name, lost: [] })
})

const sized = (inside: string, root = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="100"${root && ` ${root}`}>${inside}</svg>`

type Base = { tag: string; attributes: Record<string, string>; inside?: string }

/** What an attribute or property is tried on: a shape with fill and line, dashes, corners, a curve, a group, a text. */
const bases: Record<string, Base> = {
  rect: { tag: 'rect', attributes: { x: '20', y: '20', width: '60', height: '40', fill: '#cc3300', stroke: '#003366', 'stroke-width': '4' } },
  dashes: { tag: 'circle', attributes: { cx: '60', cy: '50', r: '30', fill: 'none', stroke: '#003366', 'stroke-width': '12', 'stroke-dasharray': '30 14' } },
  corners: { tag: 'polyline', attributes: { points: '20,80 60,20 100,80', fill: 'none', stroke: '#003366', 'stroke-width': '14', 'stroke-linejoin': 'round' } },
  curve: { tag: 'path', attributes: { d: 'M20 80C20 20 100 20 100 80', fill: '#88ccee', stroke: '#003366', 'stroke-width': '8' } },
  group: { tag: 'g', attributes: {}, inside: '<rect x="10" y="10" width="50" height="50" fill="#cc3300"/><circle cx="60" cy="60" r="30" fill="#003366"/>' },
  text: { tag: 'text', attributes: { x: '10', y: '60', 'font-size': '30', 'font-family': 'sans-serif' }, inside: 'Pump 12' },
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
  transform: ['rotate(20 60 50)', 'skewX(20)', 'scale(0.5 1.2)', 'translate(10px, 5px)', 'rotate(30deg)', 'rotate(0.1turn)'],
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
  'shape-rendering': ['crispEdges'],
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

const written = Object.entries(properties).flatMap(([name, values]) =>
  values.flatMap((value) =>
    Object.entries(bases).flatMap(([on, base]): [string, string][] => [
      [`${name}="${value}" on ${on}`, sized(markup(base, { [name]: value }))],
      [`style ${name}: ${value} on ${on}`, sized(markup(base, { style: `${name}: ${value}` }))],
    ]),
  ),
)

test('every property, as an attribute and as a style', async () => {
  expect(await unnamed(written.map(([name, svg]) => caseOf(name, svg)))).toEqual([])
})

test.each([['nothing']])('%s', () => {
  fc.assert(fc.property(fc.integer(), () => true))
})
