// The walls between the folders, over the import graph of all files, and the measures of STYLE.md. [DESIGN 4]
// Every exception is listed here by name, with its reason.
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { exists, isTest, reachOf, type SourceFile, sourceFiles } from './source.ts'

const files = sourceFiles()
const byPath = new Map(files.map((file) => [file.path, file]))
const code = files.filter((file) => !isTest(file) && !file.path.startsWith('testkit/'))
const under = (...folders: string[]) =>
  code.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
const top = (path: string) => path.split('/')[0]!

/** The wings of `features/` from the lowest to the highest: a wing imports the wings before it. */
const wings = ['platform', 'notify', 'gateway', 'device', 'people', 'watch', 'page', 'project']
const wing = (path: string) => path.split('/')[1]!
const folders = [...new Set(files.flatMap(({ path }) => path.match(/^features\/([\w-]+\/[\w-]+)\//)?.[1] ?? []))]

/** The room of a file in `features/` as `<wing>/<room>`; a file in `<wing>/open/` starts with the name of its room. */
function room(path: string): string {
  const [, of = '', folder = '', file = ''] = path.split('/')
  if (folder !== 'open') return `${of}/${folder}`
  const stem = `${of}/${file.replace(/\..*$/, '')}`
  const owners = folders.filter((each) => stem === each || stem.startsWith(`${each}-`))
  return owners.sort((a, b) => b.length - a.length)[0] ?? `${of}/open`
}

/** Every file with its imports that break a rule, as readable lines. */
const breaches = (of: readonly SourceFile[], isAllowed: (target: string, file: SourceFile) => boolean) =>
  of.flatMap((file) =>
    file.imports.filter(({ target }) => !isAllowed(target, file)).map(({ target }) => `${file.path} → ${target}`),
  )

const matching = (of: readonly SourceFile[], pattern: RegExp, excepted: Record<string, string> = {}) =>
  of.filter(({ path, text }) => pattern.test(text) && !(path in excepted)).map(({ path }) => path)

describe('the import rules', () => {
  it.each([
    ['core', ['core']],
    ['contract', ['contract', 'core']],
    ['db', ['db', 'core', 'contract']],
    ['drivers', ['drivers', 'core', 'contract']],
    ['signal', ['signal', 'core', 'contract', 'drivers', 'db', 'ui']],
    ['ui', ['ui', 'core', 'contract']],
    ['plant', ['plant', 'core', 'contract', 'drivers']],
    ['widgets', ['widgets', 'core', 'contract', 'signal', 'ui']],
    ['designer', ['designer', 'widgets', 'core', 'contract', 'signal', 'ui']],
    ['features', ['features', 'core', 'contract', 'db', 'drivers', 'signal', 'ui', 'widgets', 'designer']],
  ])('%s imports only %j', (folder, allowed) => {
    expect(breaches(under(folder), (target) => allowed.includes(top(target)))).toEqual([])
  })

  test('storage rules can be run by any program', () => {
    const rules = under('signal/store')
    const isPure = (target: string) => ['core', 'contract'].includes(top(target)) || target.startsWith('signal/store/')
    expect(breaches(rules, isPure)).toEqual([])
    expect(rules.flatMap(({ packages }) => packages)).toEqual([])
  })

  test('the storing of a gateway is used by nothing else: others run the rules', () => {
    const others = code.filter(({ path }) => !/^(signal\/edge|bench)\//.test(path))
    expect(breaches(others, (target) => !target.startsWith('signal/edge/store/'))).toEqual([])
  })

  test('every import leads to a file', () => {
    const isThere = (target: string) => byPath.has(target) || exists(target.replace(/\?\w+$/, ''))
    expect(breaches(files, isThere)).toEqual([])
  })

  const rooms = under('features').filter(({ path }) => wing(path) !== 'frame')
  const isForeign = (target: string, { path }: SourceFile) => top(target) === 'features' && room(target) !== room(path)
  const isContract = (target: string) => /\/(contract|rules)\.ts$/.test(target)
  const isOpenFile = (target: string) => /^features\/[\w-]+\/open\//.test(target)

  test('every room belongs to a wing', () => {
    const folders = new Set(under('features').map(({ path }) => wing(path)))
    expect([...folders].sort()).toEqual([...wings, 'frame'].sort())
  })

  test.each(wings)('the index of wing %s lists exactly its rooms', (each) => {
    const index = readFileSync(`features/${each}/index.md`, 'utf8')
    const named = [...index.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
    const there = folders.filter((room) => room.startsWith(`${each}/`)).map((room) => room.split('/')[1])
    expect(named.sort()).toEqual(there.filter((name) => name !== 'open').sort())
  })

  test('a wing imports only the wings before it', () => {
    const isBelow = (target: string, { path }: SourceFile) =>
      top(target) !== 'features' || wings.indexOf(wing(target)) <= wings.indexOf(wing(path)) || wing(target) === 'frame'
    expect(breaches(rooms, isBelow)).toEqual([])
  })

  test('of another wing only contracts, rules and its open folder are imported', () => {
    const isOpen = (target: string, file: SourceFile) =>
      top(target) !== 'features' ||
      ['frame', wing(file.path)].includes(wing(target)) ||
      isContract(target) ||
      /^features\/[\w-]+\/open\//.test(target)
    expect(breaches(under('features'), isOpen)).toEqual([])
  })

  test('of another room of its wing only contracts, rules, parts and open files are imported', () => {
    const isOpen = (target: string, file: SourceFile) =>
      !isForeign(target, file) ||
      wing(file.path) !== wing(target) ||
      isContract(target) ||
      isOpenFile(target) ||
      /\/part-[\w-]+\.tsx?$/.test(target)
    expect(breaches(rooms, isOpen)).toEqual([])
  })

  test('rooms have no circle of imports, contracts and rules excepted', () => {
    const imported = new Map<string, Set<string>>()
    for (const file of rooms) {
      const others = file.imports.filter(({ target }) => isForeign(target, file) && wing(target) !== 'frame')
      for (const { target, typeOnly } of others) {
        if (typeOnly || isContract(target)) continue
        const from = imported.get(room(file.path)) ?? new Set()
        imported.set(room(file.path), from.add(room(target)))
      }
    }
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of imported.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to))
      return seen
    }
    expect([...imported.keys()].filter((each) => reach(each).has(each))).toEqual([])
  })

  test('a room has no sub-folder', () => {
    expect(rooms.filter(({ path }) => path.split('/').length !== 4)).toEqual([])
  })

  test('a room has at most 40 source files', () => {
    // Rooms that are still larger: the list only shrinks.
    const larger = ['device/alarm-rules', 'device/signal']
    const inside = rooms.filter(({ path }) => path.split('/')[2] !== 'open').map(({ path }) => room(path))
    const over = folders.filter((name) => inside.filter((each) => each === name).length > 40)
    expect(over.sort()).toEqual(larger)
  })

  test('apps are imported only by the same app and by tests', () => {
    expect(breaches(code, (target, { path }) => top(target) !== 'apps' || top(path) === 'apps')).toEqual([])
  })

  test('nothing imports a test, and only tests import the testkit', () => {
    const tells = (target: string) => !isTest({ path: target }) && top(target) !== 'testkit'
    const excepted = 'apps/demo/'
    expect(
      breaches(
        code.filter(({ path }) => !path.startsWith(excepted)),
        tells,
      ),
    ).toEqual([])
  })
})

describe('page and server', () => {
  const isServer = (path: string) =>
    /^features\/[^/]+\/[^/]+\/(server|service|settings\.env|store|issue)\.ts$/.test(path) ||
    /^(db|apps\/server|apps\/edge|signal\/cloud|signal\/edge|signal\/history|testkit)\//.test(path)
  const reached = (of: readonly SourceFile[], isForbidden: (path: string) => boolean) =>
    of.flatMap(({ path }) => [...reachOf(path, byPath)].filter(isForbidden).map((target) => `${path} ⇒ ${target}`))

  test('no page imports a server file, directly or indirectly', () => {
    expect(
      reached(
        code.filter(({ path }) => path.endsWith('.tsx')),
        isServer,
      ),
    ).toEqual([])
  })

  test('no server file imports a page, directly or indirectly', () => {
    expect(
      reached(
        code.filter(({ path }) => isServer(path)),
        (path) => path.endsWith('.tsx'),
      ),
    ).toEqual([])
  })

  test('browser code does not need Node', () => {
    const pages = code.filter(({ path }) => path.endsWith('.tsx'))
    const nodes = pages.flatMap(({ path }) =>
      [path, ...reachOf(path, byPath)].flatMap((each) =>
        (byPath.get(each)?.packages ?? [])
          .filter(({ target, typeOnly }) => !typeOnly && target.startsWith('node:'))
          .map(({ target }) => `${path} ⇒ ${each} → ${target}`),
      ),
    )
    expect(nodes).toEqual([])
  })

  test('any program can load a contract: nothing it needs is collected by the bundler', () => {
    const contracts = code.filter(({ path }) => /^(contract\/|features\/[^/]+\/[^/]+\/contract\.ts$)/.test(path))
    const collecting = contracts.flatMap(({ path }) =>
      [path, ...reachOf(path, byPath)].filter((each) => byPath.get(each)?.text.includes('import.meta.glob')),
    )
    expect(collecting).toEqual([])
  })

  test('the parts of screens neither fetch nor route', () => {
    expect(matching(under('ui'), /\bfetch\(|@tanstack\/react-router|\bXMLHttpRequest\b/)).toEqual([])
  })
})

describe('packages', () => {
  test('every imported package is declared in package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
    const declared = new Set(Object.keys({ ...dependencies, ...devDependencies }))
    const nameOf = (target: string) => /^(@[\w.-]+\/)?[\w.-]+/.exec(target)?.[0] ?? target
    // Tests contain sandboxed scripts whose imports must be refused.
    const isOwn = (target: string) => isBuiltin(target) || /^(gatehouse-help|https):/.test(target)
    const missing = files.flatMap(({ path, packages }) =>
      packages
        .filter(({ target }) => !isOwn(target) && !declared.has(nameOf(target)))
        .map(({ target }) => `${path} → ${target}`),
    )
    expect(missing).toEqual([])
  })
})

describe('SQL', () => {
  const holders = (path: string) => /\/([a-z]+-)?store\.ts$/.test(path) || top(path) === 'db'

  test('is in stores and in db/ only', () => {
    const others = code.filter(({ path }) => !holders(path))
    expect(matching(others, /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/)).toEqual([])
    const kysely = others.filter(({ packages }) =>
      packages.some(({ target, typeOnly }) => !typeOnly && target === 'kysely'),
    )
    expect(kysely.map(({ path }) => path)).toEqual([])
    const pg = others.filter(({ packages }) => packages.some(({ target }) => target === 'pg'))
    expect(pg.map(({ path }) => path)).toEqual([])
  })

  test('reaches beyond an organisation in few rooms, each reviewed', () => {
    // An account changes itself also while it acts in another organisation as its guest.
    const own = [
      'people/info',
      'people/security',
      'people/api-key',
      'notify/delivery',
      'people/device-lock',
      'people/passkey',
      'people/second-factor',
      'people/session',
      'people/single-sign-on',
      // Binds a gateway that may have to be claimed, with a template.
      'device/template-binding',
      'people/wechat',
    ]
    // Firmware files belong to the platform; whether the caller sees the gateway is checked.
    const across = [
      ...own,
      'people/acting',
      'gateway/binding',
      'gateway/firmware',
      'gateway/gateway',
      'people/grant',
      'project/kiosk',
      'people/login',
      'gateway/onboarding',
    ].map((room) => `features/${room}/server.ts`)
    expect(matching(under('features'), /\bserve\(\s*[\w.]+,\s*\{ kind: 'across' \}/).sort()).toEqual(across.sort())
  })

  test('is never concatenated from text', () => {
    expect(matching(code, /\bsql\.raw\(/)).toEqual([])
  })
})

describe('the environment', () => {
  test('is read only by the configuration of an app and by the tools', () => {
    const tools =
      /^(apps\/[^/]+\/(config|main)\.ts|scripts\/|bench\/|e2e\/|[^/]*\.config\.ts$|apps\/web\/vite\.config\.ts)/
    expect(
      matching(
        code.filter(({ path }) => !tools.test(path)),
        /\bprocess\.env\b/,
      ),
    ).toEqual([])
  })

  test('a main only passes it to its configuration', () => {
    const mains = code.filter(({ path }) => /^apps\/[^/]+\/main\.ts$/.test(path))
    expect(matching(mains, /\bprocess\.env[.[]/)).toEqual([])
  })
})

describe('the measures', () => {
  // Excludes this file, which contains the forbidden words.
  const self = 'testkit/boundaries.test.ts'
  const others = files.filter(({ path }) => path !== self)
  const expected = {
    'ui/words.test.ts': 'proves that the type check refuses a text of one language',
    'db/sight.test.ts': 'proves that the type check refuses a free table and a foreign row',
  }

  // Every limit of the product, a line each: two files would only have to be searched both.
  const lists = ['contract/limits.ts']

  test('a file has at most 400 lines', () => {
    const long = others.filter(({ path, lines }) => lines > 400 && !lists.includes(path))
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })

  test('files are named in kebab-case, by their noun or action', () => {
    const names = others.map(({ path }) => path.split('/').at(-1)!)
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|e2e|config|d|env))*\.tsx?$/.test(name))).toEqual([])
    const isOfRoom = ({ path }: SourceFile) =>
      /^(features\/[^/]+\/[^/]+|testkit\/made-up\/room)\/service\.ts$/.test(path)
    const free = others.filter((file) => !isOfRoom(file)).map(({ path }) => path.split('/').at(-1)!)
    expect(free.filter((name) => /^(utils?|helpers?|common|manager|service|base)\./.test(name))).toEqual([])
  })

  it.each([
    ['any', /(:|<|\bas|\|)\s*any\b(?!\w)(?=\s*[;,)>=[\]|{]|$)/m],
    ['@ts-ignore, @ts-expect-error or @ts-nocheck', /@ts-(ignore|expect-error|nocheck)/],
    ['enum', /^\s*(export\s+)?(const\s+)?enum\s+\w+/m],
    ['an empty catch', /catch\s*(\([^)]*\))?\s*\{\s*\}/],
    ['a skipped or lonely test', /\b(test|it|describe)\.(skip|only|todo)\b/],
  ])('no %s', (_, pattern) => expect(matching(others, pattern, expected)).toEqual([]))
})

describe('ARCHITECTURE.md', () => {
  const named = exists('ARCHITECTURE.md')
    ? [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path]) => path!)
    : []

  test('every file and folder that it names exists', () => {
    const isThere = (path: string) =>
      exists(path) || (path.endsWith('/') && files.some((file) => file.path.includes(`/${path}`)))
    expect([...new Set(named)].filter((path) => !isThere(path))).toEqual([])
  })

  test('ARCHITECTURE.md names every pipeline step and every central file', () => {
    const steps = byPath.get('signal/cloud/pipeline.ts')?.imports ?? []
    const files = steps.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)
    if (named.length > 0) expect(files.filter((file) => !named.includes(file))).toEqual([])
  })
})

test.each(readdirSync('docs/how-to'))('every file and folder that docs/how-to/%s names exists', (page) => {
  const text = readFileSync(`docs/how-to/${page}`, 'utf8')
  const paths = [...text.matchAll(/`((?!dist\/)\w[\w./-]*\/[\w./-]*)`/g)].map(([, path]) => path!)
  const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path]) => join('docs/how-to', path!))
  expect([...paths, ...links].filter((path) => !exists(path))).toEqual([])
})

describe('a browser on plain http', () => {
  test('does not need features that exist on https and loopback only', () => {
    const pages = code.filter(({ path }) => path.endsWith('.tsx'))
    const reached = new Set(pages.flatMap(({ path }) => [path, ...reachOf(path, byPath)]))
    const own = code.filter(({ path }) => reached.has(path))
    expect(matching(own, /\bcrypto\.(randomUUID|subtle)\b(?![`’])/)).toEqual([])
  })
})
