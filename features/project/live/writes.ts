// Writes through a project. Decision 28.
import type { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import type { writeProjectValue } from '../../device/command/contract.ts'
import { loadDeviceOf, write } from '../../device/open/command-writing.ts'
import type { CommandOrder, OpenCall } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'

/**
 * The database access of a write: only visitors of a share can write through its project. Accounts see its devices but
 * cannot command them.
 */
export const sightOf = ({ asker, sight, ownSight }: OpenCall): Sight => (asker.shareId === null ? ownSight : sight)

/** Writes a value. Visitors write what the share allows; accounts need their own write permission for the device. */
export async function writeOfProject(
  input: z.output<typeof writeProjectValue.input>,
  call: OpenCall,
): Promise<CommandOrder> {
  const { projectId, pageId, ...of } = input
  const { shareId, writable } = call.asker
  const share = shareId === null ? undefined : await shareOf(input, call)
  const equipmentId = await loadDeviceOf(share ? call.sight : call.ownSight, projectId, of.signalId)
  if (equipmentId === undefined) throw fail('notFound', {}, { field: 'signalId' })
  if (!isAmong(writable, equipmentId)) throw fail('noWritePermission')
  return write({ equipmentId, ...of }, call, share && { share: share.name })
}

/** The share of a visitor, if it allows writing this variable and a visible widget of the page writes it. */
async function shareOf(of: z.output<typeof writeProjectValue.input>, call: OpenCall) {
  const { projectId, pageId, signalId } = of
  if (pageId === undefined) throw fail('notFound', {}, { field: 'pageId' })
  const page = await bindsShown(call, pageId)
  if (page.projectId !== projectId) throw fail('notFound', {}, { field: 'pageId' })
  if (!page.signals.includes(signalId)) throw fail('notFound', {}, { field: 'signalId' })
  const share = call.asker.shareWrites
  if (!share?.signals.has(signalId) || !page.writes.includes(signalId)) throw fail('noWritePermission')
  return share
}
