// Saves a move: pages, formulas and devices of a project in one transaction.
import { fail } from '../../../contract/errors.ts'
import type { SignalId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import type { Move } from '../../../designer/document/rebind.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { mvarRulesChanged } from '../../frame/spine-services.ts'
import { pagesOfProject, type Rewritten, savePages } from '../../page/open/page-rebind.ts'
import { rewriteMvars } from '../../watch/open/mvar-rewrite.ts'
import { moveMvarAlarms } from '../mvar-alarm/part-moved.ts'
import { loadProjects, swapDevices } from '../project/part-swap.ts'
import { rewriteReports } from '../report/part-rewrite.ts'
import type { MoveVariable, Moving } from './contract.ts'
import { isPart, pairsOf, sidesOf } from './plan.ts'
import { type Moves, movedFormula, movedWidgets } from './rules.ts'

type Asked = { from: number; to: number | null }
type Saving = Moving & {
  signals: readonly Asked[]
  reports: readonly Asked[]
  versions: readonly { id: number; version: number }[]
  keepOld: boolean
  message?: string | undefined
}
type Saved = { pages: number; widgets: number; unbound: number; mvars: number; customReports: number }

/** The decisions for each pair. Throws if one names a variable or report of another device. */
async function movesOf(call: ChangeCall, saving: Saving): Promise<{ moves: Moves; keys: KeyOf }> {
  const pairs = await pairsOf(call, saving)
  const side = await sidesOf(call, saving)
  const decided = {
    signals: new Map(saving.signals.map(({ from, to }) => [from, to])),
    reports: new Map(saving.reports.map(({ from, to }) => [from, to])),
  }
  const known = { signals: new Set<number>(), reports: new Set<number>() }
  const moves = new Map<number, Move>()
  for (const { from, to } of pairs) {
    const device = { equipId: Number(to.id), subTitle: to.name }
    const chosen = <T>(kind: 'signals' | 'reports', made: (of: MoveVariable) => T): Map<number, T | null> => {
      const others = new Map(side(to.id)[kind].map((each) => [each.id, each]))
      const found = new Map<number, T | null>()
      for (const { id } of side(from.id)[kind]) {
        const next = decided[kind].get(id)
        if (next === undefined) continue
        known[kind].add(id)
        const other = next === null ? null : others.get(next)
        if (other === undefined) throw badField(kind, 'notAllowed', call.language)
        found.set(id, other && made(other))
      }
      return found
    }
    moves.set(Number(from.id), {
      from: { equipId: Number(from.id), title: from.name },
      to: { equipId: Number(to.id), title: to.name },
      variables: chosen('signals', ({ id, title, name, address }) => ({
        signalId: id,
        title,
        name,
        address,
        ...device,
      })),
      reports: chosen('reports', ({ id, title }) => ({ reportId: id, title })),
    })
  }
  for (const kind of ['signals', 'reports'] as const)
    if ([...decided[kind].keys()].some((id) => !known[kind].has(id))) throw badField(kind, 'notAllowed', call.language)
  const keys: KeyOf = pairs.map(({ from, to, keySignalId }) => {
    const key = keySignalId === null ? null : (moves.get(Number(from.id))?.variables.get(keySignalId)?.signalId ?? null)
    return { from: from.id, to: to.id, key: key as SignalId | null }
  })
  return { moves, keys }
}

type KeyOf = Parameters<typeof swapDevices>[2][number][]

export async function moved(call: ChangeCall, saving: Saving): Promise<Change<Saved>> {
  const { sight, now } = call
  const { projectId, pageIds, keepOld, message } = saving
  const [project] = await loadProjects(sight, projectId)
  if (!project) throw fail('notFound')
  const { moves, keys } = await movesOf(call, saving)
  const seen = new Map(saving.versions.map(({ id, version }) => [id, version]))
  const rewritten: Rewritten[] = []
  const data = { pages: 0, widgets: 0, unbound: 0, mvars: 0, customReports: 0 }
  for (const page of await pagesOfProject(call, projectId, pageIds)) {
    const { widgets, changed, unbound } = movedWidgets(page.content.widgets, moves)
    if (changed === 0) continue
    // A page added meanwhile has version 0, so that saving reports a conflict.
    rewritten.push({ id: page.id, version: seen.get(page.id) ?? 0, widgets })
    data.pages += 1
    data.widgets += changed
    data.unbound += unbound
  }
  await savePages(call, projectId, rewritten, message)
  // If only some pages are moved, the old devices stay in the project, because other pages show them.
  await swapDevices(sight, projectId, keys, { keepOld: keepOld || isPart(saving), at: now() })
  if (!isPart(saving)) {
    const moved = (text: string) => movedFormula(text, moves)
    // Alarm rules refer only to their intermediate variable, so they are moved before the formulas are rewritten.
    await moveMvarAlarms(sight, projectId, keys, now())
    data.mvars = (await rewriteMvars(sight, projectId, ({ formula }) => moved(formula.text), now())).length
    data.customReports = (await rewriteReports(sight, projectId, moved, now())).length
  }
  const { from, to } = saving
  return {
    ...{ act: 'moveProject', object: { type: 'project', id: projectId, name: project.name } },
    ...{ before: { equipmentIds: from }, after: { equipmentIds: to, ...data, keepOld }, data },
    afterwards: call.use(mvarRulesChanged),
  }
}
