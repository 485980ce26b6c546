// Errors of the weather. [S8]
import { roomErrors } from '../../../contract/room-errors.ts'

export const errors = roomErrors({
  weatherFailed: {
    code: 2401,
    en: 'The weather service does not answer: {reason}',
    zh: '天气服务无响应：{reason}',
    brief: ['The weather service does not answer', '天气服务无响应'],
  },
})
