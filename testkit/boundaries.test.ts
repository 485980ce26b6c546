// The walls between the folders, over the import graph of all files, and the measures of STYLE.md. [DESIGN 4]
// Every exception is listed here by name, with its reason.
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { exists, isTest, reachOf, type SourceFile, sourceFiles } from './source.ts'

const files = sourceFiles()
const byPath = new Map(files.map((file) => [file.path, file]))
const code = files.filter((file) => !isTest(file) && !file.path.startsWith('testkit/'))
const under = (...folders: string[]) =>
  code.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
const top = (path: string) => path.split('/')[0]!
const room = (path: string) => path.split('/')[1]!

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

  test('what is stored is said by rules that any program can run', () => {
    const rules = under('signal/store')
    const isPure = (target: string) => ['core', 'contract'].includes(top(target)) || target.startsWith('signal/store/')
    expect(breaches(rules, isPure)).toEqual([])
    expect(rules.flatMap(({ packages }) => packages)).toEqual([])
  })

  test('the storing of a gateway serves nobody else: others run the rules', () => {
    const others = code.filter(({ path }) => !/^(signal\/edge|bench)\//.test(path))
    expect(breaches(others, (target) => !target.startsWith('signal/edge/store/'))).toEqual([])
  })

  test('every import leads to a file', () => {
    const isThere = (target: string) => byPath.has(target) || exists(target.replace(/\?\w+$/, ''))
    expect(breaches(files, isThere)).toEqual([])
  })

  const isForeign = (target: string, { path }: SourceFile) => top(target) === 'features' && room(target) !== room(path)

  test('the server side of a room imports only the contract or the rules of another', () => {
    const servers = under('features').filter(({ path }) => /\/(contract|rules|store|server|issue)\.ts$/.test(path))
    const isOpen = (target: string, file: SourceFile) =>
      !isForeign(target, file) ||
      /^features\/(serve|permissions|permission-words)\.ts$/.test(target) ||
      // The one way a new version of a device's configuration comes to be, whatever part of it a room changes.
      target === 'features/device/config/save.ts' ||
      // Conditions over variables and faults of a field, pure, for every part of a configuration that has them.
      /^features\/equipment-config\/part-(condition|fault)\.ts$/.test(target) ||
      // What of a project goes into a copy of it, each told by its own room.
      // By which days warranties are judged.
      // A variable with what it last said, what is stored of it, and what a page shows to whom: the same for every socket and call.
      /^features\/(live\/part-(reading|open)|page\/part-(opened|copied|following)|project-mvar\/part-(inputs|past|copied)|project-report\/part-copied|history\/part-(stored|buckets|pairs|files|replay)|alarm\/part-(listed|spans)|account\/part-places|command\/part-writing|page\/part-written|operation-log\/part-writes|equipment-binding\/part-bind|template-binding\/part-(sides|standing)|warranty\/part-clock)\.ts$/.test(
        target,
      ) ||
      // The one way an account comes to be, and the one way in which tries of strangers are counted.
      target === 'features/people/account/save.ts' ||
      target === 'features/people/login/guard.ts' ||
      // Devices that come along with an account or a role.
      target === 'features/people/grant/given.ts' ||
      // What begins every way of signing in over another site, and what follows every way.
      target === 'features/people/login/attempt.ts' ||
      target === 'features/people/login/enter.ts' ||
      // The one way a message comes to be, and who is told of what happens on a device.
      target === 'features/notify/message/put.ts' ||
      target === 'features/notify/delivery/put.ts' ||
      target === 'features/people/access/audience.ts' ||
      // The second step of every way of signing in, and what a passkey signs for every way that asks for it.
      target === 'features/people/second-factor/step.ts' ||
      target === 'features/people/passkey/assertion.ts' ||
      /\/(contract|rules)\.ts$/.test(target)
    expect(breaches(servers, isOpen)).toEqual([])
  })

  const isContract = (target: string) => /\/(contract|rules)\.ts$/.test(target)
  // What collects from all rooms, beside them.
  const isCollected = (target: string) => target.split('/').length === 2

  test('of another room only its contract, its rules and its parts are open', () => {
    const isOpen = (target: string, file: SourceFile) =>
      !isForeign(target, file) || isCollected(target) || isContract(target) || /\/part-[\w-]+\.tsx?$/.test(target)
    const excepted = [
      // The log's types are filled by what every room brings to it.
      'features/platform/operation-log/collected-acts.ts',
      // The one way a new version of a device's configuration comes to be, whatever part of it a room changes.
      'features/device/config/save.ts',
      // The one way an account comes to be, and the one way in which tries of strangers are counted.
      'features/people/account/save.ts',
      'features/people/login/guard.ts',
      // Devices that come along with an account or a role.
      'features/people/grant/given.ts',
      // What begins every way of signing in over another site, and what follows every way.
      'features/people/login/attempt.ts',
      'features/people/login/enter.ts',
      // The one way a message comes to be, and who is told of what happens on a device.
      'features/notify/message/put.ts',
      'features/notify/delivery/put.ts',
      'features/people/access/audience.ts',
      // The second step of every way of signing in, and what a passkey signs for every way that asks for it.
      'features/people/second-factor/step.ts',
      'features/people/passkey/assertion.ts',
    ]
    expect(breaches(under('features'), (target, file) => isOpen(target, file) || excepted.includes(target))).toEqual([])
  })

  test('parts of rooms show parts of others without a circle', () => {
    const shown = new Map<string, Set<string>>()
    for (const file of under('features')) {
      const others = file.imports.filter(({ target }) => isForeign(target, file) && !isCollected(target))
      for (const { target, typeOnly } of others) {
        if (typeOnly || isContract(target)) continue
        const from = shown.get(room(file.path)) ?? new Set()
        shown.set(room(file.path), from.add(room(target)))
      }
    }
    const reach = (from: string, seen = new Set<string>()): Set<string> => {
      for (const to of shown.get(from) ?? []) if (!seen.has(to)) reach(to, seen.add(to))
      return seen
    }
    expect([...shown.keys()].filter((each) => reach(each).has(each))).toEqual([])
  })

  test('a room has no sub-folder', () => {
    expect(under('features').filter(({ path }) => path.split('/').length > 3)).toEqual([])
  })

  test('apps are imported only by themselves and tests', () => {
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
    /^features\/[^/]+\/(server|store|issue)\.ts$/.test(path) ||
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

  test('a contract is read by any program: nothing it needs is collected by the bundler', () => {
    const contracts = code.filter(({ path }) => /^(contract\/|features\/[^/]+\/contract\.ts$)/.test(path))
    const collecting = contracts.flatMap(({ path }) =>
      [path, ...reachOf(path, byPath)].filter((each) => byPath.get(each)?.text.includes('import.meta.glob')),
    )
    expect(collecting).toEqual([])
  })

  test('the parts of screens neither fetch nor route', () => {
    expect(matching(under('ui'), /\bfetch\(|@tanstack\/react-router|\bXMLHttpRequest\b/)).toEqual([])
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
      'account-info',
      'account-security',
      'api-key',
      'delivery',
      'device-lock',
      'passkey',
      'second-factor',
      'session',
      'single-sign-on',
      // Binds a gateway that may have to be claimed, with a template.
      'template-binding',
      'wechat',
    ]
    // Of firmware the files are the platform's; the gateway is found by the caller's sight.
    const across = [
      ...own,
      'acting',
      'equipment-binding',
      'firmware',
      'gateway',
      'grant',
      'kiosk',
      'login',
      'onboarding',
    ].map((room) => `features/${room}/server.ts`)
    expect(matching(under('features'), /\bserveAcross\([\w.]+,/).sort()).toEqual(across.sort())
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
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|e2e|config|d))*\.tsx?$/.test(name))).toEqual([])
    expect(names.filter((name) => /^(utils?|helpers?|common|manager|service|base)\./.test(name))).toEqual([])
  })

  it.each([
    ['any', /(:|<|\bas|\|)\s*any\b(?!\w)(?=\s*[;,)>=[\]|{]|$)/m],
    ['@ts-ignore and its like', /@ts-(ignore|expect-error|nocheck)/],
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

  test('it names every pipeline step and every file of the spine', () => {
    const steps = byPath.get('signal/cloud/pipeline.ts')?.imports ?? []
    const files = steps.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)
    if (named.length > 0) expect(files.filter((file) => !named.includes(file))).toEqual([])
  })
})

describe('a browser on plain http', () => {
  test('is asked for nothing that it has on https and loopback only', () => {
    const pages = code.filter(({ path }) => path.endsWith('.tsx'))
    const reached = new Set(pages.flatMap(({ path }) => [path, ...reachOf(path, byPath)]))
    const own = code.filter(({ path }) => reached.has(path))
    expect(matching(own, /\bcrypto\.(randomUUID|subtle)\b(?![`’])/)).toEqual([])
  })
})
