// Skeletons of new parts: `npm run new -- room project/shift-plan`. A room, a widget and a driver are copies of pattern
// pieces under a new name; an endpoint and a topic are added to a room that exists.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { Stop } from './say.mjs'

/** @typedef {{ path: string, text: string }} NewFile path below the root */
/** @typedef {{ files: NewFile[], next: string[] }} Plan what is written, and what the author does next */

const USAGE = `Say what is new:
  npm run new -- room <wing>/<name>             npm run new -- room project/shift-plan
  npm run new -- widget <family>/<name>         npm run new -- widget usual/thermometer
  npm run new -- driver <name>                  npm run new -- driver fins
  npm run new -- endpoint <wing>/<room> <name>  npm run new -- endpoint device/group renameGroup
  npm run new -- topic <wing>/<room> <name>     npm run new -- topic device/group groupstate`

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const CAMEL = /^[a-z][A-Za-z0-9]*$/

/** @param {string} kebab */
const camelOf = (kebab) => kebab.replace(/-(.)/g, (_, letter) => letter.toUpperCase())

/** @param {string} text */
const capital = (text) => text[0]?.toUpperCase() + text.slice(1)

/**
 * Replaces a name in all its spellings: `shift-note`, `shift_note`, `SHIFT_NOTE`, `shiftNote`, `ShiftNote`, `shiftnote`,
 * `shift note`, `Shift note`, each also with an s.
 * @param {string} text
 * @param {string} from kebab-case
 * @param {string} to kebab-case
 */
export function renamed(text, from, to) {
  const pattern = new RegExp(from.split('-').join('[-_ /]?'), 'gi')
  return text.replace(pattern, (found) => spelt(to, found))
}

/**
 * @param {string} kebab
 * @param {string} like a name in the spelling that is wanted
 */
function spelt(kebab, like) {
  const separator = like.match(/[-_ /]/)?.[0]
  if (separator === '_' && like === like.toUpperCase()) return kebab.replaceAll('-', '_').toUpperCase()
  if (separator) {
    const words = kebab.replaceAll('-', separator)
    return separator === ' ' && /^[A-Z]/.test(like) ? capital(words) : words
  }
  if (like === like.toLowerCase()) return kebab.replaceAll('-', '')
  return /^[A-Z]/.test(like) ? capital(camelOf(kebab)) : camelOf(kebab)
}

/** @param {string} root */
function nextMigration(root) {
  const folders = [
    join(root, 'db/migrations'),
    ...readdirSync(join(root, 'features')).flatMap((wing) =>
      existsSync(join(root, 'features', wing, 'index.md'))
        ? readdirSync(join(root, 'features', wing), { withFileTypes: true })
            .filter((room) => room.isDirectory())
            .map((room) => join(root, 'features', wing, room.name))
        : [],
    ),
  ]
  const numbers = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((file) => Number(/^(\d{4})-.*\.sql$/.exec(file)?.[1] ?? 0)),
  )
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/**
 * @param {string} root
 * @param {string} path `<wing>/<name>`
 * @returns {Plan}
 */
function newRoom(root, path) {
  const [wing = '', name = ''] = path.split('/')
  if (!existsSync(join(root, 'features', wing, 'index.md')) || !KEBAB.test(name)) throw new Stop(USAGE)
  const from = join(root, 'testkit/made-up/room')
  const number = nextMigration(root)
  const files = readdirSync(from).map((file) => ({
    path: join('features', wing, name, renamed(file.replace(/^\d{4}(?=-)/, number), 'shift-note', name)),
    text: renamed(
      readFileSync(join(from, file), 'utf8').replaceAll('../../../features/', '../../'),
      'shift-note',
      name,
    ),
  }))
  return {
    files,
    next: [
      'Delete the files that the room does not need; write its texts, in Chinese too, and the number of its errors.',
      `Add the room to features/${wing}/index.md. docs/how-to/add-a-room.md has the steps.`,
    ],
  }
}

/**
 * @param {string} root
 * @param {string} path `<family>/<name>`
 * @returns {Plan}
 */
function newWidget(root, path) {
  const [family = '', name = ''] = path.split('/')
  if (!existsSync(join(root, 'widgets', family)) || !KEBAB.test(name)) throw new Stop(USAGE)
  const from = join(root, 'widgets/usual')
  const files = readdirSync(from)
    .filter((file) => file.startsWith('data-text.'))
    .map((file) => ({
      path: join('widgets', family, renamed(file, 'data-text', name)),
      text: renamed(readFileSync(join(from, file), 'utf8'), 'data-text', name),
    }))
  return { files, next: ['Write its names, fields, drawing and test. docs/how-to/add-a-widget.md has the steps.'] }
}

/**
 * The tests of the pattern are named `…-test.ts`, because they fail until their codec is written.
 * @param {string} root
 * @param {string} name
 * @returns {Plan}
 */
function newDriver(root, name) {
  if (!KEBAB.test(name)) throw new Stop(USAGE)
  const from = join(root, 'testkit/made-up/driver')
  const files = readdirSync(from).map((file) => ({
    path: join('drivers', name, file.replace(/-test\.ts$/, '.test.ts')),
    text: renamed(
      readFileSync(join(from, file), 'utf8')
        .replaceAll("'../../../drivers/", "'../")
        .replaceAll("'../../../", "'../../"),
      'sample-plc',
      name,
    ),
  }))
  return {
    files,
    next: [
      'Write codec.ts, parameters and addresses: until then its tests and drivers/battery.test.ts fail with "Write the codec".',
      'docs/how-to/add-a-driver.md has the steps.',
    ],
  }
}

/**
 * @param {string} root
 * @param {string} path `<wing>/<room>`
 */
function roomAt(root, path = '') {
  const folder = join('features', path)
  if (!existsSync(join(root, folder, 'contract.ts')) || !existsSync(join(root, folder, 'server.ts')))
    throw new Stop(`There is no room ${folder} with calls\n${USAGE}`)
  return folder
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string} name of the constant
 * @returns {Plan}
 */
function newEndpoint(root, path, name = '') {
  const folder = roomAt(root, path)
  if (!CAMEL.test(name)) throw new Stop(USAGE)
  const [contract, server] = ['contract.ts', 'server.ts'].map((file) => readFileSync(join(root, folder, file), 'utf8'))
  const base = dirname(/\bpost\('([^']+)'/.exec(contract ?? '')?.[1] ?? `/lfscada/${basename(path)}/x`)
  const call = `
export const ${name} = post('${base}/${name}', {
  may: 'signedIn',
  about: 'Describes the call in one sentence.',
  input: nothing,
  output: done,
})
`
  const handler = `
  serve(${name}, async () => null),
] satisfies RoomServer`
  return {
    files: [
      {
        path: join(folder, 'contract.ts'),
        text: withImport(contract ?? '', 'contract/endpoint.ts', ['done', 'nothing', 'post']) + call,
      },
      {
        path: join(folder, 'server.ts'),
        text: withImport((server ?? '').replace(/\n\] satisfies RoomServer/, handler), './contract.ts', [name]),
      },
    ],
    next: [
      'Write its permission, description, input, output and handler, and a test over HTTP.',
      'OPENAPI=write npx vitest run apps/server/open-api writes docs/openapi.json.',
    ],
  }
}

/**
 * Adds names to the import of a file whose path ends so.
 * @param {string} text
 * @param {string} from
 * @param {string[]} names
 */
function withImport(text, from, names) {
  const found = new RegExp(`import \\{([^}]*)\\} from '[^']*${from.replaceAll('.', '\\.')}'`).exec(text)
  if (!found) throw new Stop(`The import of ${from} was not found`)
  const present = (found[1] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  const all = [...new Set([...present, ...names])]
  return text.replace(found[0], found[0].replace(/\{[^}]*\}/, `{ ${all.join(', ')} }`))
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string} name small letters
 * @returns {Plan}
 */
function newTopic(root, path, name = '') {
  const folder = roomAt(root, path)
  const file = join(folder, 'topics.ts')
  if (!/^[a-z]+$/.test(name)) throw new Stop(USAGE)
  if (existsSync(join(root, file))) throw new Stop(`${file} exists: add the topic there`)
  const text = `import { z } from 'zod'
import { instant, session } from '../../../contract/topic-values.ts'
import { type RoomTopics, topic } from '../../frame/topic.ts'

const id = z.number().int().positive()

/** \`at\`: epoch ms. */
const Message = z.object({ session, equipmentId: id, bindingId: id, at: instant })

export default [
  topic(
    {
      ...{ name: '${name}', qos: 1, payload: Message, perS: 1, burst: 5 },
      about: 'Describes the message in one sentence.',
      sample: { session: '0123456789abcdef', equipmentId: 12, bindingId: 30, at: 1767225600000 },
    },
    () => undefined,
  ),
] satisfies RoomTopics
`
  return {
    files: [{ path: file, text }],
    next: ['Write its payload and consumer. docs/how-to/add-a-topic.md has the steps.'],
  }
}

const KINDS = { room: newRoom, widget: newWidget, driver: newDriver, endpoint: newEndpoint, topic: newTopic }

/**
 * Plans a new part without writing it. Throws a Stop for unknown arguments.
 * @param {string} root
 * @param {string[]} args
 * @returns {Plan}
 */
export function planNew(root, [kind = '', path = '', name]) {
  if (!Object.hasOwn(KINDS, kind)) throw new Stop(USAGE)
  return KINDS[/** @type {keyof typeof KINDS} */ (kind)](root, path, name ?? '')
}

/**
 * Writes a planned part, and returns the lines to print. A room, widget or driver that exists is not overwritten.
 * @param {string} root
 * @param {string[]} args
 */
export function writeNew(root, args) {
  const { files, next } = planNew(root, args)
  const isAdded = args[0] === 'endpoint'
  const present = files.find(({ path }) => !isAdded && existsSync(join(root, path)))
  if (present) throw new Stop(`${present.path} exists`)
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return [...files.map(({ path }) => `${isAdded ? 'changed' : 'new'}  ${relative('.', path)}`), '', ...next]
}
