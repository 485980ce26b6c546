import type { RoomVisits } from '../../frame/asker.ts'
import { createVisits } from './visits.ts'

export default createVisits satisfies RoomVisits
