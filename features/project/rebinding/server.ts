import { fail } from '../../../contract/errors.ts'
import { type Call, type RoomServer, serve } from '../../frame/serve.ts'
import { planMove, saveMove } from './contract.ts'
import { moved } from './moving.ts'
import { planOf } from './plan.ts'

/** A move changes pages: the permission to edit the project is not enough. */
function mustEditPages({ user }: Pick<Call, 'user'>): void {
  if (!user.auths.includes('page:edit')) throw fail('noPermission')
}

export default [
  serve(planMove, async (moving, call) => {
    mustEditPages(call)
    return planOf(call, moving)
  }),

  serve(saveMove, { kind: 'change' }, async (saving, call) => {
    mustEditPages(call)
    return moved(call, saving)
  }),
] satisfies RoomServer
