// Projects for tests that run through all kinds of objects.
import type { EquipmentId, MvarId, ProjectId, SignalId } from '../contract/fields.ts'
import { addProject, addProjectEquips } from '../features/project/project/contract.ts'
import { addCustomReport, type CustomReportId } from '../features/project/report/contract.ts'
import { addMvar } from '../features/watch/mvar/contract.ts'
import type { Caller } from './server.ts'

/** Adds a project with the given devices. */
export async function projectOver(caller: Caller, name: string, equipmentIds: EquipmentId[]): Promise<ProjectId> {
  const { id: projectId } = await caller.call(addProject, { name, note: null })
  await caller.call(addProjectEquips, { projectId, equipmentIds })
  return projectId
}

/** A project over a device, with an intermediate variable and a custom report of one of its variables. */
export async function projectOf(
  caller: Caller,
  name: string,
  { equipmentId, signalId }: { equipmentId: EquipmentId; signalId: SignalId },
): Promise<{ projectId: ProjectId; mvarId: MvarId; customReportId: CustomReportId }> {
  const projectId = await projectOver(caller, name, [equipmentId])
  const formula = { calcType: 'sum' as const, text: `\${${equipmentId}.${signalId}}` }
  const { id: mvarId } = await caller.call(addMvar, { projectId, title: name, unit: null, formula })
  const field = { key: 'a', title: name, expression: `last(\${${equipmentId}.${signalId}})` }
  const report = { title: name, bucket: { unit: 'day' as const }, zone: null, fields: [field] }
  const { id: customReportId } = await caller.call(addCustomReport, { projectId, ...report })
  return { projectId, mvarId, customReportId }
}
