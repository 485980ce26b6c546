import { fail } from '../../../contract/errors.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { exportHistory, exportProgress } from './contract.ts'
import { jobs, openExport } from './export.ts'

export default [
  serve(exportHistory, { kind: 'stream' }, (input, call) => openExport(input, call)),

  serve(exportProgress, async ({ exportId }, { user }) => {
    const progress = jobs.progress(user.accountId, exportId)
    if (!progress) throw fail('notFound')
    return progress
  }),
] satisfies RoomServer
