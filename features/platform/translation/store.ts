import { type SqlBool, sql } from 'kysely'
import type { PageId, ProjectId, SignalId } from '../../../contract/fields.ts'
import { type PageWidget, wordKeys } from '../../../contract/page-document.ts'
import { valueTextsOf } from '../../../core/value-texts.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { NameKind, Translation, TranslationEntry } from './contract.ts'
import { loadNamesOfPeople, type PeopleNaming } from './people-store.ts'

/** Loads all translations, sorted by name so that equal translations have equal versions. */
export async function loadEntries(sight: Sight): Promise<TranslationEntry[]> {
  const rows = await sight
    .from('translation')
    .select(['translation.source', 'translation.en', 'translation.zh'])
    .orderBy('translation.source')
    .execute()
  return rows.map(({ source, en, zh }) => [source, en, zh])
}

export async function countEntries(sight: Sight): Promise<number> {
  const row = await sight
    .from('translation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Replaces the translations of these names; an entry without any translation is deleted. */
export async function putEntries(sight: WritableSight, entries: readonly Translation[], at: number): Promise<void> {
  const sources = entries.map(({ source }) => source)
  await sight.remove('translation').where('source', 'in', sources).execute()
  const kept = entries.filter(({ en, zh }) => en !== null || zh !== null)
  if (kept.length > 0)
    await sight
      .insert(
        'translation',
        kept.map((entry) => ({ ...entry, updatedAt: at })),
      )
      .execute()
}

/**
 * The distinct visible texts of widgets, at any depth. A regular expression over the JSON text takes an eighth of the
 * time of a jsonpath on pages of megabytes. Quotes within a text are escaped, so they never start a match.
 */
const wordPattern = `"(?:${wordKeys.join('|')})": ("(?:[^"\\\\]|\\\\.)+")`
export const pageWords = sql<string[]>`(select coalesce(jsonb_agg(distinct found[1]::jsonb), '[]')
  from regexp_matches((page.content->'widgets')::text, ${sql.lit(wordPattern)}, 'g') found)`

/** The names in a custom report: its title, its fields and its shifts. */
const customNames = sql<string[]>`jsonb_build_array(custom_report.title)
  || jsonb_path_query_array(custom_report.fields, '$[*].title')
  || jsonb_path_query_array(custom_report.bucket, '$.shifts[*].name')`

/** The names in a symbol: its title and its parameters. The texts of its widgets are in the pages that use it. */
const symbolNames = sql<string[]>`jsonb_build_array(user_symbol.title)
  || jsonb_path_query_array(user_symbol.content, '$.slots[*].title')
  || jsonb_path_query_array(user_symbol.content, '$.texts[*].title')`

/** The names in a 3D scene that pages show: titles of its nodes and names of its views. */
const sceneWords = sql<string[]>`jsonb_path_query_array(scene.content, '$.nodes[*].title')
  || jsonb_path_query_array(scene.content, '$.views[*].name')`

type Naming = PeopleNaming & {
  /** Texts of pages, if already loaded. */
  pageTexts?: string[] | undefined
  /** True for callers who edit pages: adds the names of symbols. */
  hasSymbols: boolean
  /** True for callers who may see the 3D scenes: adds all their names. */
  hasScenes: boolean
  /** The 3D scenes that pages show, if already loaded. */
  sceneKeys?: string[] | undefined
}

/** Loads the names in scenes; without permission to see 3D scenes, only those of scenes that visible pages show. */
async function loadSceneNames(sight: Sight, most: number, { hasScenes, sceneKeys }: Naming): Promise<string[]> {
  const named = sql<string[]>`jsonb_build_array(scene.name) || ${sceneWords}`
  const scenes = sight.from('scene').select((hasScenes ? named : sceneWords).as('texts'))
  const shown = sceneKeys
    ? sql<SqlBool>`scene.key = any(${sceneKeys}::uuid[])`
    : sql<SqlBool>`scene.key::text in (select jsonb_array_elements_text(page.scene_keys) from ${sight.table('page')})`
  const rows = await (hasScenes ? scenes : scenes.where(shown)).limit(most).execute()
  return rows.flatMap(({ texts }) => texts)
}

const names = (rows: readonly { name: string | null }[]) => rows.flatMap(({ name }) => name ?? [])

/** The names that the organisation uses, at most `most` of each kind. */
export async function loadNames(sight: Sight, most: number, naming: Naming): Promise<Map<NameKind, string[]>> {
  const { pageTexts, hasSymbols } = naming
  const ofRule = (key: string) => sql<string | null>`alarm_rule.spec->>${sql.lit(key)}`
  const ofSpec = (key: string) => sql<string | null>`signal.spec->>${sql.lit(key)}`
  const [devices, groups, titles, parts, units, reports, rules, pages, projects, customs, symbols, scenes, ofPeople] =
    await Promise.all([
      sight.from('equipment').select('equipment.name as name').limit(most).execute(),
      sight.from('deviceGroup').select('deviceGroup.name as name').distinct().limit(most).execute(),
      sight.from('signal').select('signal.title as name').distinct().limit(most).execute(),
      sight.from('signal').select(ofSpec('group').as('name')).distinct().limit(most).execute(),
      sight.from('signal').select(ofSpec('unit').as('name')).distinct().limit(most).execute(),
      sight
        .from('historyReport')
        .select('historyReport.name as name')
        .where('historyReport.removedAt', 'is', null)
        .distinct()
        .limit(most)
        .execute(),
      sight
        .from('alarmRule')
        .select('alarmRule.name as name')
        .select([ofRule('content').as('content'), ofRule('advice').as('advice')])
        .where('alarmRule.removedAt', 'is', null)
        .limit(most)
        .execute(),
      sight
        .from('page')
        .select('page.title as name')
        .select((pageTexts ? sql<string[]>`'[]'::jsonb` : pageWords).as('texts'))
        .limit(most)
        .execute(),
      sight.from('project').select(['project.name', 'project.note']).limit(most).execute(),
      sight.from('customReport').select(customNames.as('texts')).limit(most).execute(),
      hasSymbols ? sight.from('userSymbol').select(symbolNames.as('texts')).limit(most).execute() : [],
      loadSceneNames(sight, most, naming),
      loadNamesOfPeople(sight, most, naming),
    ])
  return new Map<NameKind, string[]>([
    ['device', names(devices)],
    ['group', names(groups)],
    ['variable', names(titles)],
    ['variableGroup', names(parts)],
    ['unit', names(units)],
    ['report', [...names(reports), ...customs.flatMap(({ texts }) => texts)]],
    ['alarmRule', rules.flatMap(({ name, content, advice }) => [name, content ?? [], advice ?? []].flat())],
    ['page', names(pages)],
    ['project', projects.flatMap(({ name, note }) => [name, note].filter(Boolean))],
    ['pageText', pageTexts ?? pages.flatMap(({ texts }) => texts)],
    ['symbol', symbols.flatMap(({ texts }) => texts)],
    ['scene', scenes],
    ...ofPeople,
  ])
}

/** The roles that alarm rules of visible devices notify: the list of alarms names them. */
export async function loadRolesNotified(sight: Sight, most: number): Promise<string[]> {
  const rows = await sight
    .from('role')
    .select('role.name')
    .where(
      sql<SqlBool>`role.id in (select jsonb_path_query(alarm_rule.spec, '$.steps[*].roleIds[*]')::int
        from ${sight.table('alarmRule')} where alarm_rule.removed_at is null)`,
    )
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

/** The names that a wall display shows: its devices, their alarm rules and the labels of values in their alarms. */
export async function loadAlarmNames(sight: Sight, most: number): Promise<string[]> {
  const devices = await sight.from('equipment').select('equipment.name').limit(most).execute()
  const rules = await sight
    .from('alarmRule')
    .select('alarmRule.name')
    .where('alarmRule.removedAt', 'is', null)
    .limit(most)
    .execute()
  const stated = await sight
    .from('alarmRule')
    .innerJoin(sight.table('signal'), (join) =>
      join.on(sql<SqlBool>`signal.id::text = alarm_rule.spec->'condition'->>'signalId'`),
    )
    .select(valueTexts.as('texts'))
    .distinct()
    .where('alarmRule.removedAt', 'is', null)
    .where('alarmRule.mvarId', 'is', null)
    .limit(most)
    .execute()
  return [...[...devices, ...rules].map(({ name }) => name.trim()), ...stated.flatMap(({ texts }) => labelsIn(texts))]
}

type Opened = { projectId: ProjectId | null; widgets: PageWidget[] }

/** Pages loaded at the same time: each can have some megabytes. */
const pagesAtOnce = 8

/**
 * Yields at most `most` visible pages that a session may open: those without a password, or whose password was entered.
 */
export async function* openPages(
  sight: Sight,
  { sessionHash, now, most }: { sessionHash: Buffer; now: number; most: number },
): AsyncGenerator<Opened> {
  for (let left = most, after = 0; left > 0; left -= pagesAtOnce) {
    const rows = await loadOpenPages(sight, { sessionHash, now, after, most: Math.min(left, pagesAtOnce) })
    for (const { projectId, widgets } of rows) yield { projectId, widgets: widgets ?? [] }
    if (rows.length < pagesAtOnce) return
    after = rows.at(-1)!.id
  }
}

const loadOpenPages = (
  sight: Sight,
  { sessionHash, now, after, most }: { sessionHash: Buffer; now: number; after: number; most: number },
) =>
  sight
    .from('page')
    .select(['page.id', 'page.projectId', sql<PageWidget[] | null>`page.content -> 'widgets'`.as('widgets')])
    .where('page.id', '>', after as PageId)
    .where(({ eb, or, exists }) =>
      or([
        eb('page.passwordHash', 'is', null),
        exists(
          sight
            .from('pagePass')
            .select('pagePass.pageId')
            .whereRef('pagePass.pageId', '=', sql.ref('page.id'))
            .where('pagePass.sessionHash', '=', sessionHash)
            .where('pagePass.expiresAt', '>', now),
        ),
      ]),
    )
    .orderBy('page.id')
    .limit(most)
    .execute()

/** The variables that pages of visible projects without a password are bound to. */
const boundOnPages = (sight: Sight) =>
  sight
    .from('page')
    .select(sql<SignalId>`jsonb_array_elements(page.content->'bind'->'signals')::int`.as('id'))
    .where('page.projectId', 'is not', null)
    .where('page.passwordHash', 'is', null)

/** Titles, units and value texts of these variables, or of all that pages of visible projects are bound to; at most `most` rows. */
export async function loadShownNames(sight: Sight, most: number, ids?: readonly number[]): Promise<string[]> {
  const rows = await sight
    .from('signal')
    .select(['signal.title', sql<string | null>`signal.spec->>'unit'`.as('unit'), valueTexts.as('texts')])
    .where((eb) => (ids ? sql<SqlBool>`signal.id = any(${ids}::int[])` : eb('signal.id', 'in', boundOnPages(sight))))
    .distinct()
    .limit(most)
    .execute()
  return rows.flatMap(({ title, unit, texts }) => [title.trim(), unit ?? [], labelsIn(texts)].flat())
}

const valueTexts = sql<string | null>`signal.spec->>'texts'`

/** The labels in the value texts of a variable. */
const labelsIn = (texts: string | null): string[] => valueTextsOf(texts).map(({ text }) => text)

/** The labels of all visible variables. */
export async function loadLabels(sight: Sight, most: number): Promise<string[]> {
  const rows = await sight.from('signal').select(valueTexts.as('texts')).distinct().limit(most).execute()
  return rows.flatMap(({ texts }) => labelsIn(texts))
}
