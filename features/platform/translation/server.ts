import { fail, type Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { bindsOf, ofRegions, wordsIn } from '../../../contract/page-document.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { sceneKeysIn } from '../../../contract/scene-document.ts'
import { shareMenus } from '../../../contract/share-menus.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { Sight } from '../../../db/sight.ts'
import { type Asker, type ChangeCall, type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import {
  loadTranslations,
  type NameKind,
  queryNames,
  saveTranslations,
  type Translation,
  type TranslationEntry,
} from './contract.ts'
import {
  loadNameOwners,
  loadPeopleInAlarms,
  loadPeopleNotified,
  loadTranslatedBeyond,
  type NameOwner,
} from './people-store.ts'
import { listNames } from './rules.ts'
import {
  countEntries,
  loadAlarmNames,
  loadEntries,
  loadLabels,
  loadNames,
  loadRolesNotified,
  loadShownNames,
  openPages,
  putEntries,
} from './store.ts'

type By = Pick<OpenCall, 'asker' | 'now'>

/**
 * The words, 3D scenes and variables on the pages that an account sees, for an account limited to some regions;
 * undefined for one that sees every page.
 */
async function saidOnPages(
  sight: Sight,
  { asker, now }: By,
): Promise<{ words: string[]; signals: number[]; scenes: string[] } | undefined> {
  const { regions, auths, sessionHash } = asker
  if (regions === null || auths.includes('page:edit')) return undefined
  const own = new Set(regions)
  const said = { words: new Set<string>(), scenes: new Set<string>(), signals: new Set<number>() }
  for await (const page of openPages(sight, { sessionHash, now: now(), most: limits.translations })) {
    const widgets = ofRegions(page.widgets, own)
    for (const word of wordsIn(widgets)) said.words.add(word)
    for (const scene of sceneKeysIn(widgets)) said.scenes.add(scene)
    if (page.projectId !== null) for (const id of bindsOf(widgets).signals) said.signals.add(id)
    await nextTurn()
  }
  return { words: [...said.words], scenes: [...said.scenes], signals: [...said.signals] }
}

type Said = Awaited<ReturnType<typeof saidOnPages>>

/** Screens with departments: those of roles, of accounts and of invitations. */
const departmentKeys: readonly Permission[] = [
  'role:view',
  'account:view',
  'external:view',
  'staff:view',
  'invitation:view',
]

const namingOf = ({ auths, accountId }: Asker, said: Said) => ({
  ...{ pageTexts: said?.words, sceneKeys: said?.scenes },
  ...{ hasSymbols: auths.includes('page:edit'), hasScenes: auths.includes('scene:view') },
  hasRoles: auths.includes('role:view'),
  ...{ hasDepartments: departmentKeys.some((key) => auths.includes(key)), hasCompany: accountId !== null },
  accountTypes: [
    ...(auths.includes('account:view') ? (['enterprise', 'internal'] as const) : []),
    ...(auths.includes('external:view') ? (['external'] as const) : []),
    ...(auths.includes('staff:view') ? (['admin', 'operation'] as const) : []),
  ],
})

/**
 * The names in use that an account can see, with the labels of values and the roles that its alarms notify. `beyond`:
 * translated names of people beyond its permissions, added if its alarms name them.
 */
async function loadUsed(
  sight: Sight,
  asker: Asker,
  { said, beyond }: { said: Said; beyond: readonly string[] },
): Promise<Map<NameKind, string[]>> {
  const most = limits.translations
  const names = await loadNames(sight, most, namingOf(asker, said))
  const add = (kind: NameKind, more: readonly string[]) => names.set(kind, [...(names.get(kind) ?? []), ...more])
  if (asker.auths.includes('alarm:view')) {
    add('role', await loadRolesNotified(sight, most))
    if (beyond.length > 0 && asker.accountId !== null) {
      const shown = [
        ...(await loadPeopleInAlarms(sight, most)),
        ...(asker.isGuest ? [] : await loadPeopleNotified(sight)),
      ]
      const inAlarms = new Set(shown)
      add(
        'person',
        beyond.filter((name) => inAlarms.has(name)),
      )
    }
  }
  return names.set('valueText', await loadLabels(sight, most))
}

const plain = (names: ReadonlyMap<NameKind, readonly string[]>): Set<string> =>
  new Set([...names.values()].flatMap((each) => each.map((name) => name.trim())))

/**
 * Returns a check whether an account can see the translation of a name. An account that sees all devices sees all
 * translations, except of people and departments beyond its permissions; any other account those of the names that occur
 * in its devices, pages and roles.
 */
async function seenNames(sight: Sight, asker: Asker, said: Said): Promise<(name: string) => boolean> {
  const beyond = await loadTranslatedBeyond(sight, namingOf(asker, said))
  const seesAll = asker.devices === 'all'
  if (seesAll && beyond.length === 0) return () => true
  const used = plain(await loadUsed(sight, asker, { said, beyond }))
  const hidden = new Set(beyond)
  return (name) => used.has(name) || (seesAll && !hidden.has(name))
}

async function loadSeen(sight: Sight, by: By, through?: Sight): Promise<TranslationEntry[]> {
  const { asker } = by
  const said = asker.devices === 'all' ? undefined : await saidOnPages(sight, by)
  const [isSeen, entries] = [await seenNames(sight, asker, said), await loadEntries(sight)]
  if (asker.devices === 'all') return entries.filter(([source]) => isSeen(source))
  // Pages of visible projects also show names of devices that the account cannot see itself.
  const shown = new Set(through ? await loadShownNames(through, limits.translations, said?.signals) : [])
  // Wall displays are the visitors without a share; they also list alarms.
  const isWall = asker.accountId === null && asker.shareId === null
  const told = new Set(through && isWall ? await loadAlarmNames(through, limits.translations) : [])
  return entries.filter(([source]) => isSeen(source) || shown.has(source) || told.has(source))
}

const ownerWords: Record<NameOwner['kind'], Record<Language, string>> = {
  person: { en: 'a person', 'zh-cn': '人员' },
  company: { en: 'a company', 'zh-cn': '企业' },
  department: { en: 'a department', 'zh-cn': '部门' },
}

type Before = ReadonlyMap<string, { en: string | null; zh: string | null }>

/** Throws translationOfPeople if an entry changes how a person, company or department is named that the caller may not edit. */
async function refuseNamesOfOthers(
  sight: Sight,
  entries: readonly Translation[],
  before: Before,
  { user, language }: Pick<ChangeCall, 'user' | 'language'>,
): Promise<void> {
  const isChanged = ({ source, en, zh }: Translation) => {
    const old = before.get(source)
    return en !== (old?.en ?? null) || zh !== (old?.zh ?? null)
  }
  const sources = entries.filter(isChanged).map(({ source }) => source)
  if (sources.length === 0) return
  const owners = await loadNameOwners(sight, sources)
  const owner = owners.find(({ key, isInRange }) => !isInRange || !user.auths.includes(key))
  if (!owner) return
  const at = entries.findLastIndex(({ source }) => source === owner.name)
  const details = { name: owner.name, what: ownerWords[owner.kind][language] }
  throw fail('translationOfPeople', details, { field: `entries.${at}.source` })
}

const versionOf = (entries: readonly TranslationEntry[]): string =>
  sha256(JSON.stringify(entries)).toString('hex').slice(0, 32)

export default [
  serve(loadTranslations, { openTo: shareMenus }, async ({ version: known }, { sight, ownSight, ...by }) => {
    const entries = await loadSeen(ownSight, by, sight)
    const version = versionOf(entries)
    return { version, entries: version === known ? null : entries }
  }),

  serve(queryNames, async (_, { sight, ...by }) => {
    const said = await saidOnPages(sight, by)
    const beyond = await loadTranslatedBeyond(sight, namingOf(by.asker, said))
    const names = await loadUsed(sight, by.asker, { said, beyond })
    return listNames(names, await loadSeen(sight, by), limits.translations)
  }),

  serve(saveTranslations, { kind: 'change' }, async ({ entries }, call) => {
    const { sight, user, now } = call
    const isSeen = await seenNames(sight, user, await saidOnPages(sight, call))
    if (user.devices !== 'all' && entries.some(({ source }) => !isSeen(source))) throw fail('notFound')
    await sight.lock('translation')
    const before = new Map((await loadEntries(sight)).map(([source, en, zh]) => [source, { en, zh }]))
    // If a name occurs several times, its last entry is used.
    const last = [...new Map(entries.map((entry) => [entry.source, entry])).values()]
    await refuseNamesOfOthers(sight, entries, before, call)
    await putEntries(sight, last, now())
    if ((await countEntries(sight)) > limits.translations)
      throw fail('translationCapacity', { limit: limits.translations })
    const first = last[0]!
    return {
      act: 'saveTranslations',
      object: { type: 'translation', id: null, name: first.source },
      ...(last.length === 1
        ? { before: before.get(first.source) ?? null, after: first }
        : { after: { names: last.length } }),
      data: { version: versionOf(await loadSeen(sight, call)) },
    }
  }),
] satisfies RoomServer
