import { perMinute, setting } from '../../../features/frame/setting.ts'

/** Notes that an account may add within a minute. */
export const notesPerMinute = setting({
  names: ['SHIFT_NOTES_PER_MINUTE'],
  read: (env) => perMinute(env, 'SHIFT_NOTES_PER_MINUTE', { initial: 60, from: 1 }),
})
