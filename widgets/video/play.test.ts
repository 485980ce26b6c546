import { expect, test, vi } from 'vitest'
import { play } from './play.ts'

/** A video element that cannot be given a source. */
const refusing = {
  set src(_: string) {
    throw new Error('no MediaSource')
  },
  currentTime: 0,
  addEventListener: () => undefined,
} as unknown as HTMLVideoElement

test('a stream that cannot be attached is lost, and tried again', async () => {
  const say = vi.fn()
  const stop = play(refusing, { url: 'https://camera/1.mp4', kind: 'file' } as Parameters<typeof play>[1], say)
  await vi.waitFor(() => expect(say).toHaveBeenCalledWith(expect.objectContaining({ motion: 'lost' })))
  stop()
})
