import { roomErrors } from '../../../contract/room-errors.ts'

export const errors = roomErrors({
  tooManyNotes: {
    code: 9901,
    en: 'A device has at most {limit} shift notes',
    zh: '每台设备最多 {limit} 条交班记录',
    brief: ['The device has too many shift notes', '设备的交班记录过多'],
    advice: ['Remove notes that are no longer needed.', '请删除不再需要的记录。'],
  },
})
