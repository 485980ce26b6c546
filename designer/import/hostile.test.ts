// Hostile files: nothing throws, all widgets can be stored in a page, and no script runs.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { countWidgets, PageWidget } from '../../contract/page-document.ts'
import { isInertSvg } from '../../core/inert-svg.ts'
import { opened, readDrawing } from './drawing.ts'
import { maxElements } from './tree.ts'
import { boundTo } from './wanted.ts'

const markup =
  /<script|<foreignObject|<iframe|<image[^>]*href="(?!data:image\/(?:png|jpeg|gif|webp);base64,)|\son\w+=|javascript:|@import|url\((?!#[gc]\d+\))|<!ENTITY|<use|<a[\s>]|<animate|<style/i

const pictures = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ data = {}, children = [] }) => [
    ...(typeof data.imgUrl === 'string' ? [data.imgUrl] : []),
    ...pictures(children),
  ])

/** The widgets of a file; checks that a page can store them. */
function made(text: string): { widgets: PageWidget[]; lost: string[] } {
  const found = opened(text)
  if ('fault' in found) return { widgets: [], lost: [found.fault] }
  const drawing = readDrawing(found, limits.pageWidgets)
  if ('reason' in drawing) return { widgets: [], lost: ['malformed'] }
  const { widgets } = boundTo(drawing.widgets, { variables: [], pages: [] }, drawing.report)
  expect(PageWidget.array().safeParse(widgets).error).toBeUndefined()
  expect(countWidgets(widgets)).toBeLessThanOrEqual(limits.pageWidgets)
  for (const url of pictures(widgets)) {
    expect(url.length).toBeLessThanOrEqual(limits.pagePictureLength)
    const written = Buffer.from(url.split(',')[1] ?? '', 'base64').toString()
    expect(written).not.toMatch(markup)
    // Pictures also pass the check for uploaded SVG files.
    if (url.startsWith('data:image/svg') && !written.includes('<image')) expect(written).toSatisfy(isInertSvg)
  }
  expect(JSON.stringify(widgets)).not.toMatch(/wanted(Tag|Page)|javascript:/)
  return { widgets, lost: drawing.report.list().map(({ kind }) => kind) }
}

const svg = (inside: string, root = 'width="100" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`
const entities = Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};&e${i};&e${i};">`).join('')
const nested = (count: number) => svg(`${'<g>'.repeat(count)}<rect width="9" height="9"/>${'</g>'.repeat(count)}`)
const doubled = Array.from(
  { length: 40 },
  (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/><use href="#u${i}"/></g>`,
).join('')
const curve = 'M0 0C1 1 2 2 3 0'

test.each([
  [
    'entities that unfold to each other',
    `<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>${svg('<text>&e20;</text>')}`,
    'entity',
  ],
  [
    'an entity that is a file',
    `<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]>${svg('<text>&f;</text>')}`,
    'entity',
  ],
  ['groups in groups', nested(100_000), 'depth'],
  ['groups in groups that are read', nested(150), undefined],
  ['uses that double', svg(`<rect id="u0" width="1" height="1"/>${doubled}`), 'tooMany'],
  [
    'a long path used often',
    svg(`<path id="p" d="${'M0 0C1 1 2 2 3 0'.repeat(6000)}"/>${'<use href="#p"/>'.repeat(15_000)}`),
    'tooMany',
  ],
  [
    'a long clip used often',
    svg(
      `<clipPath id="c">${'<circle r="1"/>'.repeat(30_000)}</clipPath>${'<rect width="9" height="9" clip-path="url(#c)"/>'.repeat(9000)}`,
    ),
    'mask',
  ],
  ['elements without end', svg('<rect width="1" height="1"/>'.repeat(maxElements + 10)), 'tooMany'],
  ['curves without end', svg(`<path d="${curve}" fill="red"/><text>a</text>`.repeat(5000)), 'tooMany'],
  ['a path without end', svg(`<path d="${'M0 0L1 1'.repeat(20_000)}"/>`), 'pictureSize'],
  ['points without end', svg(`<polygon points="${'1,1 '.repeat(24_000)}" fill="red"/>`), undefined],
  ['digits without end', svg(`<rect width="${'1'.repeat(1_000_000)}" height="9"/>`), undefined],
  ['a transform without end', svg(`<rect width="9" height="9" transform="${'a'.repeat(1_000_000)}"/>`), undefined],
  ['a style without end', svg(`<style>${'@media {'.repeat(100_000)}</style>`), 'css'],
  ['huge numbers', svg('<rect x="1e300" y="-1e300" width="1e999" height="1e999"/><circle r="1e999"/>'), undefined],
  ['a drawing as wide as the world', svg('<rect width="9" height="9"/>', 'width="1e999" height="9"'), undefined],
  ['a view box of nothing', svg('<rect width="9" height="9"/>', 'viewBox="0 0 0 NaN"'), undefined],
  [
    'numbers that are none',
    svg('<rect x="NaN" width="Infinity" height="-1"/><line x2="nope" stroke="red"/>'),
    undefined,
  ],
  [
    'a scale of nothing',
    svg('<g transform="scale(0)"><rect width="9" height="9"/><text>a</text><path d="M0 0C1 1 2 2 3 0"/></g>'),
    undefined,
  ],
  [
    'a script in a picture',
    svg(`<g opacity=".5"><script>alert(1)</script><path d="${curve}" onclick="alert(1)"/></g>`),
    'script',
  ],
  [
    'markup in a text',
    svg('<g opacity=".5"><text font-family="x&quot; onload=&quot;y">&lt;script&gt;alert(1)&lt;/script&gt;</text></g>'),
    undefined,
  ],
  [
    'markup in a colour',
    svg(`<path d="${curve}" fill="red&quot;/&gt;&lt;script&gt;" stroke="url(javascript:alert(1))"/>`),
    'external',
  ],
  [
    'a picture from elsewhere',
    svg('<g opacity=".5"><image href="https://a.example/x.png" width="9" height="9"/></g>'),
    'external',
  ],
  [
    'a gradient that continues itself',
    svg(`<linearGradient id="a" href="#a"/><path d="${curve}" fill="url(#a)"/>`),
    'paint',
  ],
  [
    'names of prototypes',
    svg('<rect class="__proto__ constructor" id="__proto__" width="9" height="9" style="__proto__: x"/>'),
    undefined,
  ],
])('%s', (_, text, lost) => {
  const found = made(text)
  if (lost) expect(found.lost).toContain(lost)
  else expect(found.lost).not.toContain('malformed')
})

test.each([
  ['nothing', ''],
  ['no drawing', 'hello'],
  ['half JSON', '{"hmi":'],
  ['lists in lists', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['a page of the platform', '{"format":"gatehouse-page","widgets":[]}'],
  ['a project without views', '{"hmi":{"views":[]}}'],
  ['views of another form', '{"hmi":{"views":[{"svgcontent":5},null,{"svgcontent":"<svg/>","items":[1]}]}}'],
  [
    'items of another form',
    JSON.stringify({
      name: 'a',
      svgcontent: svg('<g id="a"><rect width="9" height="9"/></g>'),
      items: {
        a: {
          id: 'a',
          type: 'svg-ext-value',
          property: { ranges: 'x', events: { 0: 1 }, actions: [null, { type: {} }], options: null, variableId: {} },
        },
      },
    }),
  ],
  [
    'an event that runs',
    JSON.stringify({
      name: 'a',
      svgcontent: svg('<g id="a"><rect width="9" height="9"/></g>'),
      items: {
        a: {
          id: 'a',
          type: 'svg-ext-html_button',
          property: { events: [{ type: 'click', action: 'oniframe', actparam: 'javascript:alert(1)' }] },
        },
      },
    }),
  ],
])('%s does no harm', (_, text) => {
  made(text)
})

const names = [
  'svg',
  'g',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'path',
  'text',
  'tspan',
  'use',
  'image',
]
const element = fc.letrec<{ node: string }>((tie) => {
  const odd = fc.constantFrom(
    '0',
    '5',
    '-3',
    '1e9',
    '50%',
    '2em',
    'NaN',
    '',
    'url(#a)',
    'red',
    'M0 0C1 1 2 2 3 0',
    '0,0 5,5 9,0',
    '#a',
  )
  const some = fc.oneof(odd, fc.string({ maxLength: 12 }))
  const keys = [
    'x',
    'y',
    'width',
    'height',
    'r',
    'rx',
    'cx',
    'd',
    'points',
    'fill',
    'stroke',
    'opacity',
    'transform',
    'href',
    'id',
    'style',
    'class',
    'viewBox',
    'clip-path',
    'font-size',
    'dy',
    'onload',
  ]
  const attributes = fc.dictionary(fc.constantFrom(...keys), some, { maxKeys: 6 })
  const plain = (text: string) => text.replace(/[&<>"]/g, '').replace(/[^\x20-\x7e]/g, '')
  const write = (name: string, of: Record<string, string>, inside: readonly string[]) =>
    `<${name}${Object.entries(of)
      .map(([key, value]) => ` ${key}="${plain(value)}"`)
      .join('')}>${inside.join('')}</${name}>`
  const name = fc.constantFrom(...names, 'clipPath', 'linearGradient', 'symbol', 'defs', 'script', 'mesh', 'a')
  const inside = fc.array(tie('node'), { maxLength: 4 })
  return {
    node: fc.oneof(
      { maxDepth: 5 },
      fc.string({ maxLength: 8 }).map(plain),
      fc.tuple(name, attributes, inside).map(([each, of, all]) => write(each, of, all)),
    ),
  }
}).node

test('any combination of elements is safe', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), (all) => void made(svg(all.join('')))),
    { numRuns: 400 },
  )
})

test('any content of a file is safe', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((text) => `<svg>${text}</svg>`),
      ),
      (text) => void made(text),
    ),
    { numRuns: 400 },
  )
})

const type = fc.constantFrom(
  'value',
  'html_input',
  'html_button',
  'gauge_progress',
  'html_bag',
  'html_select',
  'html_switch',
  'html_slider',
  'html_chart',
  'gauge_semaphore',
  'pipe',
  'own_ctrl-table',
  'own_ctrl-image',
  'own_ctrl-iframe',
  'shapes',
  'html_graph',
)

test('any content of an item is safe', () => {
  const property = fc.record(
    {
      ranges: fc.array(
        fc.record(
          {
            min: fc.jsonValue(),
            max: fc.jsonValue(),
            text: fc.jsonValue(),
            color: fc.jsonValue(),
            fractionDigits: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      ),
      events: fc.array(
        fc.record({
          type: fc.constantFrom('click', 'mouseup'),
          action: fc.constantFrom('onpage', 'onSetValue', 'oniframe'),
          actparam: fc.string(),
          actoptions: fc.jsonValue(),
        }),
      ),
      actions: fc.array(
        fc.record({
          type: fc.constantFrom('hide', 'blink', 'move'),
          range: fc.jsonValue(),
          options: fc.jsonValue(),
          variableId: fc.jsonValue(),
        }),
      ),
      options: fc.jsonValue(),
      variableId: fc.jsonValue(),
      address: fc.string(),
      text: fc.string(),
    },
    { requiredKeys: [] },
  )
  const inside = '<g id="a"><rect x="1" width="9" height="9" fill="red"/><text>##</text></g>'
  fc.assert(
    fc.property(type, property, (kind, of) => {
      made(
        JSON.stringify({
          name: 'a',
          svgcontent: svg(inside),
          items: { a: { id: 'a', type: `svg-ext-${kind}`, name: 'n', property: of } },
        }),
      )
    }),
    { numRuns: 600 },
  )
})
