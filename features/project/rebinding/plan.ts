// Loads both sides of a move and builds the proposals.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { countWidgets } from '../../../contract/page-document.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Call } from '../../frame/serve.ts'
import { pagesOfProject } from '../../page/open/page-rebind.ts'
import { loadMvars } from '../../watch/open/mvar-rewrite.ts'
import { loadEquips } from '../project/part-swap.ts'
import { loadReports as loadCustomReports } from '../report/part-rewrite.ts'
import type { MovePlan, MoveRow, MoveVariable, Moving } from './contract.ts'
import { type Proposal, proposals } from './proposals.ts'
import { reportVariable, type Use, usesIn, variableOf } from './rules.ts'
import { loadNames, loadReports, loadVariables } from './store.ts'

/** Whether only some pages of the project are moved; the rest of the project stays. */
export const isPart = ({ pageIds }: Pick<Moving, 'pageIds'>): boolean => pageIds.length > 0

type By = Pick<Call, 'sight' | 'asker' | 'language'>

/** The pairs of devices. Throws if the lists do not match, or if a device of `from` is not in the project. */
export async function pairsOf(call: By, { projectId, from, to }: Moving) {
  const { sight, language } = call
  if (from.length === 0) throw badField('from', 'missing', language)
  if (from.length !== to.length) throw badField('to', 'notAllowed', language)
  if (new Set(from).size !== from.length) throw badField('from', 'notAllowed', language)
  if (from.some((id, i) => id === to[i])) throw badField('to', 'notAllowed', language)
  const inProject = new Map((await loadEquips(sight, projectId)).map((equip) => [equip.equipmentId, equip]))
  if (from.some((id) => !inProject.has(id))) throw fail('notFound', {}, { field: 'from' })
  const names = await loadNames(sight, [...from, ...to])
  return from.map((id, i) => {
    const other = to[i]!
    return {
      from: { id, name: names.get(id) ?? '' },
      to: { id: other, name: names.get(other) ?? '' },
      keySignalId: inProject.get(id)?.keySignalId ?? null,
    }
  })
}

type OfDevice = { signals: MoveVariable[]; reports: MoveVariable[] }

/** Variables and reports by device. */
export async function sidesOf(call: By, { from, to }: Moving): Promise<(id: EquipmentId) => OfDevice> {
  const all = [...new Set([...from, ...to])]
  const sides = new Map<EquipmentId, OfDevice>(all.map((id) => [id, { signals: [], reports: [] }]))
  for (const { equipmentId, signal } of await loadVariables(call.sight, all))
    sides.get(equipmentId)?.signals.push(variableOf(signal))
  for (const { equipmentId, ...report } of await loadReports(call.sight, all))
    sides.get(equipmentId)?.reports.push(reportVariable(report))
  return (id) => sides.get(id) ?? { signals: [], reports: [] }
}

const unused: Use = { pages: 0, widgets: 0, mvars: 0 }

export async function planOf(call: By, moving: Moving): Promise<MovePlan> {
  const pairs = await pairsOf(call, moving)
  const side = await sidesOf(call, moving)
  const pages = await pagesOfProject(call, moving.projectId, moving.pageIds)
  // A single page is moved without formulas: other pages show them too.
  const mvars = isPart(moving) ? [] : await loadMvars(call.sight, moving.projectId)
  const customReports = isPart(moving) ? [] : await loadCustomReports(call.sight, moving.projectId)
  const textsOf = ({ fields }: (typeof customReports)[number]) => fields.map(({ expression }) => expression)
  const uses = usesIn(
    pages.map(({ content }) => content),
    [...mvars.map(({ formula }) => formula.text), ...customReports.flatMap(textsOf)],
  )
  const soundOf = await loadSounds()
  const rowsOf = (
    kind: MoveRow['kind'],
    was: readonly MoveVariable[],
    is: readonly MoveVariable[],
    key: number | null,
  ) => {
    const used = kind === 'signal' ? uses.signals : uses.reports
    const byId = new Map(was.map((each) => [each.id, each]))
    return proposals(was, is, soundOf)
      .filter(({ from }) => used.has(from) || (kind === 'signal' && from === key && !isPart(moving)))
      .map((proposal) => rowOf(kind, byId.get(proposal.from)!, proposal, used.get(proposal.from) ?? unused, key))
  }
  const ours = new Set(moving.from.flatMap((id) => side(id).signals.map((each) => each.id)))
  const isNamed = (...texts: string[]) => [...usesIn([], texts).signals.keys()].some((id) => ours.has(id))
  const giveWay = givingWay()
  const planned: MovePlan['pairs'] = []
  for (const { from, to, keySignalId } of pairs) {
    const [was, is] = [side(from.id), side(to.id)]
    planned.push({
      ...{ from, to, signals: is.signals, reports: is.reports },
      rows: [
        ...rowsOf('signal', was.signals, is.signals, keySignalId),
        ...rowsOf('report', was.reports, is.reports, null),
      ],
    })
    await giveWay()
  }
  return {
    pairs: planned,
    pages: pages.map(({ id, title, version, content }) => ({
      id,
      title,
      version,
      widgets: countWidgets(content.widgets),
    })),
    mvars: mvars.filter(({ formula }) => isNamed(formula.text)).length,
    customReports: customReports.filter((report) => isNamed(...textsOf(report))).length,
  }
}

const rowOf = (
  kind: MoveRow['kind'],
  from: MoveVariable,
  { from: _, ...proposal }: Proposal,
  use: Use,
  key: number | null,
): MoveRow => ({ kind, from, ...proposal, ...use, isKey: kind === 'signal' && from.id === key })

/** Loads the Pinyin of Chinese text; on demand, because the dictionary is large. */
async function loadSounds(): Promise<(text: string) => string> {
  const { pinyin } = await import('pinyin-pro')
  return (text) => (/\p{Script=Han}/u.test(text) ? pinyin(text, { toneType: 'none', v: true }) : text)
}
