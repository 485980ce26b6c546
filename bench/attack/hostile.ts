// Values and files that break careless programs.
import { deflateRawSync, deflateSync, crc32 as zlibCrc32 } from 'node:zlib'

/** A random entry of a list. */
export const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

/** Positive whole numbers below the bound are left out: they could be the id of an object outside the range. */
const strange: readonly (() => unknown)[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 8.65e15, '', ' '],
  ...['NaN', '1e999', '\0', 'a\0b', '\ud800', '水位', '🏭'.repeat(50), '__proto__', 'constructor', 'toString'],
  ...['../../etc/passwd', "'; drop table gateway; --", '<script>alert(1)</script>', '${{1}}', '%00', '\u202e'],
  ...['9'.repeat(400), '('.repeat(500), '${1.'.repeat(100), '1'.padEnd(2000, '+1'), 'a'.repeat(50_000)],
  ...[[], {}, [[]], [null], { length: 5 }, { toString: 1 }, { __proto__: null, constructor: {} }],
].map((value) => () => value)
const large: readonly (() => unknown)[] = [
  () => deep(2000),
  () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"may":"all"}}}'),
  () => 'x'.repeat(60_000),
  () => Array.from({ length: 5000 }, (_, at) => -at),
  () => Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`k${at}`, at])),
]

/** An unexpected value of any type. */
export const strangeValue = (): unknown => (Math.random() < 0.9 ? oneOf(strange)() : oneOf(large)())

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** Node 20 may lack the checksum of zlib. */
function crc32(bytes: Buffer): number {
  if (typeof zlibCrc32 === 'function') return zlibCrc32(bytes)
  let sum = 0xffffffff
  for (const byte of bytes) sum = table[(sum ^ byte) & 255]! ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height * (width * 4 + 1), 40_000_000)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', head), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))])
}

/** A zip archive of deflated files. */
function zip(files: readonly { name: string; content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of files) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, more, Buffer.from(name)]))
    parts.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end])
}

/** A workbook whose sheet is the given text. */
function workbook(sheet: Buffer): Buffer {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>'
  const book = '<workbook><sheets><sheet name="Devices" sheetId="1" r:id="rId1"/></sheets></workbook>'
  const relations = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>'
  return zip([
    { name: '[Content_Types].xml', content: Buffer.from(types) },
    { name: 'xl/workbook.xml', content: Buffer.from(book) },
    { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(relations) },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ])
}

function glb(json: string, declared = json.length): Buffer {
  const body = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4))
  const head = Buffer.alloc(20)
  head.write('glTF', 0, 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + body.length, 8)
  head.writeUInt32LE(declared === json.length ? body.length : declared, 12)
  head.write('JSON', 16, 'latin1')
  return Buffer.concat([head, body])
}

const svgOf = (inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`)

/** Bytes of files by name, each made on first use. */
const makers: Readonly<Record<string, () => Buffer>> = {
  'tall.png': () => png(1, 4_000_000),
  'bomb.png': () => png(3000, 3000),
  'cut.png': () => png(1, 1000).subarray(0, 60),
  'quotes.csv': () => Buffer.from(`name,address,dataType\n${'"a,'.repeat(30_000)}`),
  'wide.csv': () => Buffer.from(`${'a,'.repeat(100_000)}\n`),
  'lines.csv': () => Buffer.from('\n'.repeat(500_000)),
  'bomb.xlsx': () => workbook(Buffer.alloc(200_000_000, '<c><v>1</v></c>')),
  'cells.xlsx': () => workbook(Buffer.from(`<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(100_000)}`)),
  'nested.svg': () => svgOf('<g>'.repeat(8000)),
  'script.svg': () => svgOf('<script>alert(1)</script><a href="javascript:alert(1)"><use href="//x.example"/></a>'),
  'entities.svg': () => Buffer.from(`<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1000)}">]><svg>${'&b;'.repeat(5000)}</svg>`),
  'nodes.glb': () => glb(JSON.stringify({ asset: { version: '2.0' }, nodes: Array(50_000).fill({ children: [0] }) })),
  'false.glb': () => glb('{"asset":{"version":"2.0"}}', 0xffff_fff0),
  'deep.glb': () => glb(`{"asset":${'['.repeat(50_000)}`),
  'deep.json': () => Buffer.from(`{"widgets":${'['.repeat(100_000)}`),
}
const made = new Map<string, Buffer>()

/** The bytes of a hostile file, by chance. */
export function hostileFile(): { name: string; bytes: Buffer } {
  const name = oneOf(Object.keys(makers))
  const bytes = made.get(name) ?? makers[name]!()
  made.set(name, bytes)
  return { name, bytes }
}
