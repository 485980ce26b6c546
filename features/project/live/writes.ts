// Writes through a project. Decision 28.
import type { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import type { writeProjectValue } from '../../device/command/contract.ts'
import { loadDeviceOf, write } from '../../device/open/command-writing.ts'
import type { CommandOrder, OpenCall } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'

/** A project lets only visitors of its share write: to an account its devices are shown, its commands are not. */
export const sightOf = ({ asker, sight, ownSight }: OpenCall): Sight => (asker.shareId === null ? ownSight : sight)

/** Through a project its visitors write what its share lets them, an account what it may write anyway. */
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

/** The share of a visitor, if it lets him write this variable and a widget of the page that he sees writes it. */
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
