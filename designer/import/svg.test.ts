import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import { createReport } from './report.ts'
import { drawnFrom } from './svg.ts'

const read = (inside: string, root = 'width="400" height="300"') => {
  const report = createReport()
  const drawn = drawnFrom(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`, report, 2000)
  if ('reason' in drawn) throw new Error(drawn.reason)
  return { ...drawn, lost: report.list() }
}
const only = (inside: string, root?: string): PageWidget => {
  const { widgets } = read(inside, root)
  expect(widgets).toHaveLength(1)
  return widgets[0]!
}
const pictureOf = (widget: PageWidget | undefined): string => {
  const { imgUrl } = { imgUrl: '', ...widget?.data }
  return typeof imgUrl === 'string' ? Buffer.from(imgUrl.split(',')[1] ?? '', 'base64').toString() : ''
}

test.each([
  [
    '<rect x="10" y="20" width="30" height="40" rx="3"/>',
    'Rect',
    { x: 10, y: 20, width: 30, height: 40, rx: 3, ry: 3 },
  ],
  ['<circle cx="50" cy="50" r="20"/>', 'Circle', { x: 30, y: 30, width: 40, height: 40 }],
  ['<ellipse cx="50" cy="50" rx="20" ry="10"/>', 'Ellipse', { x: 30, y: 40, width: 40, height: 20 }],
  [
    '<line x1="0" y1="10" x2="100" y2="10" stroke="red"/>',
    'Straight',
    { x: 0, y: 9.5, width: 100, height: 1, rotate: 0 },
  ],
  ['<line x1="5" y1="0" x2="5" y2="80" stroke="red"/>', 'Straight', { x: 4.5, y: 0, width: 1, height: 80, rotate: 0 }],
  ['<line x1="0" y1="0" x2="30" y2="40" stroke="red"/>', 'Straight', { width: 50, rotate: 53.1 }],
  ['<polygon points="0,0 40,20 0,40"/>', 'Triangle', { x: 0, y: 0, width: 40, height: 40, rotate: 0 }],
  ['<polygon points="0,40 20,0 40,40"/>', 'Triangle', { width: 40, height: 40, rotate: 270 }],
  ['<polygon points="0,20 40,0 80,20 40,40"/>', 'Prism', { x: 0, y: 0, width: 80, height: 40, rotate: 0 }],
  ['<path d="M10 10h30v20h-30z"/>', 'Rect', { x: 10, y: 10, width: 30, height: 20 }],
  [
    '<polyline points="0,0 50,0 50,100" fill="none" stroke="red"/>',
    'shapeLine',
    { x: 0, y: 0, width: 50, height: 100 },
  ],
])('%s becomes a shape widget', (markup, type, position) => {
  const widget = only(markup)
  expect(widget.widgetType).toBe(type)
  expect(widget.position).toMatchObject(position)
})

test('transforms of groups move, turn and scale their contents', () => {
  const widget = only(
    '<g transform="translate(100 50) rotate(90) scale(2)"><rect width="10" height="20" stroke="red"/></g>',
  )
  expect(widget).toMatchObject({
    widgetType: 'Rect',
    position: { x: 60, y: 50, width: 40, height: 20, rotate: 0 },
    style: { strokeWidth: 2 },
  })
  expect(only('<rect width="10" height="10" transform="rotate(30)"/>').position.rotate).toBe(30)
})

test.each([
  ['width="100mm" height="50mm" viewBox="0 0 100 50"', { width: 378, height: 189 }, { x: 37.8, width: 75.6 }],
  ['viewBox="0 0 100 50"', { width: 100, height: 50 }, { x: 10, width: 20 }],
  ['width="200" height="200" viewBox="0 0 100 50"', { width: 200, height: 200 }, { x: 20, y: 50, width: 40 }],
  [
    'width="200" height="200" viewBox="0 0 100 50" preserveAspectRatio="none"',
    {},
    { x: 20, y: 0, width: 40, height: 40 },
  ],
  ['width="72pt" height="1in"', { width: 96, height: 96 }, { x: 10 }],
  ['width="50000" height="500"', { width: 10_000, height: 100 }, { x: 2 }],
])('a drawing with %s has its size and position', (root, size, position) => {
  const { width, height, widgets } = read('<rect x="10" width="20" height="10"/>', root)
  expect({ width: Math.round(width), height: Math.round(height) }).toMatchObject(size)
  expect(widgets[0]?.position).toMatchObject(position)
})

test('a drawing without a size is as large as its contents', () => {
  expect(read('<rect x="10" y="20" width="30" height="40"/>', '')).toMatchObject({ width: 40, height: 60 })
})

test('attributes, class rules and the style attribute apply in this order, and are inherited', () => {
  const inside = `<style>/* x */ .pipe { fill: #ff0000; stroke-width: 4 } rect { stroke: blue }</style>
    <g fill="green" stroke-width="9"><rect class="pipe" fill="yellow" style="stroke-width: 2px" width="9" height="9"/></g>`
  expect(only(inside).style).toEqual({ fill: '#ff0000', stroke: 'blue', strokeWidth: 2 })
})

test('a group becomes a group, one with a single child its widget; names from drawing programs stay', () => {
  const { widgets } =
    read(`<g inkscape:label="Pump"><circle cx="50" cy="50" r="10"/><rect x="80" y="40" width="10" height="10"/></g>
    <g><g><rect width="5" height="5"/></g></g>`)
  expect(widgets.map(({ widgetType, widgetName }) => [widgetType, widgetName])).toEqual([
    ['group', 'Pump'],
    ['Rect', undefined],
  ])
  expect(widgets[0]).toMatchObject({ position: { x: 40, y: 40, width: 50, height: 20 } })
  expect(widgets[0]?.children?.map(({ position: { x, y } }) => [x, y])).toEqual([
    [0, 0],
    [40, 0],
  ])
})

test('symbols are drawn where they are used, in the size of the use', () => {
  const inside = `<defs><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol><circle id="c" r="5"/></defs>
    <use href="#s" x="20" y="30" width="40" height="40"/><use xlink:href="#c" x="100" y="100" fill="red"/>`
  expect(read(inside).widgets).toMatchObject([
    { widgetType: 'Rect', position: { x: 20, y: 30, width: 40, height: 40 } },
    { widgetType: 'Circle', position: { x: 95, y: 95, width: 10 }, style: { fill: 'red' } },
  ])
})

test('recursive uses end', () => {
  const { lost } = read(
    '<g id="a"><rect width="1" height="1"/><use href="#a"/><use href="#b"/></g><g id="b"><use href="#a"/></g>',
  )
  expect(lost.map(({ kind }) => kind)).toEqual(['depth', 'depth'])
})

test('texts are placed by their anchors, and lines with own positions are separate', () => {
  const inside = `<text x="100" y="50" font-size="20" text-anchor="middle" font-weight="bold" fill="#333">Pump <tspan>1</tspan>
    <tspan x="100" dy="24">ready</tspan></text>`
  const { widgets } = read(inside)
  expect(widgets).toMatchObject([
    {
      widgetType: 'Text',
      data: { text: 'Pump 1' },
      style: { fontSize: 20, bold: true, align: 'center', fontColor: '#333' },
    },
    { widgetType: 'Text', data: { text: 'ready' } },
  ])
  const [first, second] = widgets.map(({ position: { x, y, width, height } }) => ({
    x: x + width / 2,
    y: y + height / 2,
  }))
  expect(first?.x).toBeCloseTo(100, 0)
  expect(first?.y).toBeCloseTo(42.8, 0)
  expect(second?.y).toBeCloseTo(66.8, 0)
})

test.each([
  ['a curve', '<path d="M0 0C10 10 20 10 30 0" fill="red"/>', '<path d="M0 0C10 10 20 10 30 0"'],
  ['dashes', '<line x2="50" y2="0" stroke="red" stroke-dasharray="4 2"/>', 'stroke-dasharray="4 2"'],
  ['what leans', '<rect width="10" height="10" transform="skewX(20)"/>', 'matrix(1 0 0.36397023 1 0 0)'],
  ['a filled polygon', '<polygon points="0,0 10,0 20,30 5,40 -9,9"/>', '<polygon points="0,0 10,0 20,30 5,40 -9,9"'],
  [
    'a gradient',
    '<linearGradient id="g"><stop offset="50%" stop-color="red"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
    '<stop offset="0.5" stop-color="red"',
  ],
  [
    'a clip',
    '<clipPath id="c"><circle r="4"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>',
    'clip-path="url(#c1)"',
  ],
  ['a transparent group', '<g opacity="0.5"><rect width="9" height="9"/><circle r="4"/></g>', '<g opacity="0.5">'],
])('%s becomes a picture', (_, inside, markup) => {
  const widget = only(inside)
  expect(widget.widgetType).toBe('Image')
  expect(pictureOf(widget)).toContain(markup)
})

test('a group without widgets becomes one picture, each part with its own clip', () => {
  const clipped = (id: string) =>
    `<clipPath id="${id}"><rect width="5" height="5"/></clipPath><path d="M0 0Q5 5 9 0" clip-path="url(#${id})"/>`
  const markup = pictureOf(only(`<g>${clipped('a')}${clipped('b')}</g>`))
  expect(markup.match(/clipPath id="c\d"/g)).toEqual(['clipPath id="c1"', 'clipPath id="c2"'])
})

test('embedded raster images are imported, other and external ones reported', () => {
  const image = (href: string) => `<image href="${href}" width="20" height="10"/>`
  const { widgets, lost } = read(
    image('data:image/png;base64,AAAA') + image('data:image/svg+xml;base64,AAAA') + image('https://a.example/b.png'),
  )
  expect(widgets).toMatchObject([{ widgetType: 'Image', data: { imgUrl: 'data:image/png;base64,AAAA' } }])
  expect(lost).toEqual([
    { kind: 'external', subject: 'https://a.example/b.png', count: 1 },
    { kind: 'picture', subject: 'image/svg+xml', count: 1 },
  ])
})

test('unreadable parts are counted by kind and subject', () => {
  const { lost } = read(`<script>alert(1)</script><rect onclick="x()" onload="y()" width="1" height="1"/>
    <foreignObject/><foreignObject/><a href="https://a.example"/><animate/><mesh/><path d="M0 zz"/>
    <rect width="5" height="5" filter="url(#f)" mask="url(#m)" fill="url(#nothing)" marker-end="url(#k)"/>
    <style>@import url(x.css); a b { } @media print { .x { fill: red } }</style>`)
  expect(lost.map(({ kind, subject, count }) => `${kind} ${subject} ${count}`)).toEqual([
    ...['script script 1', 'handler onclick 1', 'handler onload 1', 'foreign foreignObject 2', 'external @import 1'],
    ...['animation animate 1', 'link https://a.example 1', 'css @media 1', 'css a b 1', 'filter url(#f) 1'],
    ...['mask url(#m) 1', 'paint nothing 1', 'marker marker-end 1', 'unreadable path 1', 'unknown mesh 1'],
  ])
})

test.each([
  ['fill="white"', []],
  ['fill="white" stroke="white" stroke-width="20"', ['mask url(#m) rect 1']],
])('a mask of a shape with %s reports %j', (look, expected) => {
  const { lost } = read(`<mask id="m"><rect width="40" height="90" ${look}/></mask>
    <rect width="90" height="70" fill="red" mask="url(#m)"/>`)
  expect(lost.map(({ kind, subject, count }) => `${kind} ${subject} ${count}`)).toEqual(expected)
})

test('no widgets are added beyond the limit of the page, and this is reported', () => {
  const report = createReport()
  const inside = '<rect width="5" height="5"/>'.repeat(30)
  const drawn = drawnFrom(`<svg width="9" height="9">${inside}</svg>`, report, 20)
  expect(drawn).toMatchObject({ widgets: { length: 20 } })
  expect(report.list()).toEqual([{ kind: 'tooMany', subject: '', count: 10 }])
})

test.each([
  ['<svg><rect></svg>', 1],
  ['<svg>\n<rect width=5/></svg>', 2],
  ['<html/>', 1],
  ['', 1],
])('%j is rejected with its line', (text, line) => {
  expect(drawnFrom(text, createReport(), 10)).toMatchObject({ line, reason: expect.any(String) })
})

test('a picture that is too long for a page is reported as such', () => {
  const long = `data:image/png;base64,${'A'.repeat(limits.pagePictureLength + 4)}`
  const longSvg = `data:image/svg+xml;base64,${'A'.repeat(limits.pagePictureLength + 4)}`
  const path = `<path d="${'M0 0C1 1 2 2 3 0'.repeat(9000)}" fill="red"/>`
  for (const inside of [
    `<image href="${long}" width="20" height="10"/>`,
    `<image xlink:href="${long.slice(0, limits.pagePictureLength)}" width="20" height="10" transform="skewX(9)"/>`,
    `<g opacity=".5"><image href="${long}" width="20" height="10"/></g>`,
    path,
  ]) {
    const { widgets, lost } = read(inside)
    expect(widgets).toEqual([])
    expect(lost).toMatchObject([{ kind: 'pictureSize' }])
  }
  expect(read(`<image href="${longSvg}" width="20" height="10"/>`).lost).toMatchObject([{ kind: 'picture' }])
})
