import { provide, type RoomServices } from '../../../features/frame/services.ts'
import { createBuckets } from '../../../signal/cloud/bucket.ts'
import { notePace } from './contract.ts'
import { notesPerMinute } from './settings.env.ts'

export default [
  provide(notePace, ({ setting, now }) => {
    const perMinute = setting(notesPerMinute)
    const paces = createBuckets(perMinute / 60, perMinute, now)
    return (accountId) => paces.of(String(accountId)).tryTake(1)
  }),
] satisfies RoomServices
