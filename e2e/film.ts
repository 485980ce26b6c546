// A film for journeys that play one.
import type { Page } from './test.ts'

/** A film that the browser draws and records itself: four seconds of a moving bar. */
export async function film(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 90 })
    const pen = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => void parts.push(data)
    const whole = new Promise((done) => {
      recorder.onstop = done
    })
    recorder.start()
    for (let frame = 0; frame < 80; frame += 1) {
      pen.fillStyle = '#234'
      pen.fillRect(0, 0, 160, 90)
      pen.fillStyle = '#fc3'
      pen.fillRect(frame * 2, 20, 20, 50)
      await new Promise((next) => setTimeout(next, 40))
    }
    recorder.stop()
    await whole
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(text, 'base64')
}
