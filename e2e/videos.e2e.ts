// A video on a page: its site is up, stops in the middle, recovers, and is not in the settings.
import { createServer, type Server } from 'node:http'
import { savePage } from '../features/page/page/contract.ts'
import { film } from './film.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, test } from './test.ts'

const size = { x: 20, width: 400, height: 225, rotate: 0 }

type Camera = { stop(): void; start(): Promise<void> }

function cameraOf(site: string, bytes: Buffer): Camera {
  let server: Server | undefined
  const stop = () => {
    server?.closeAllConnections()
    server?.close()
  }
  const start = async () => {
    server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'video/webm', 'access-control-allow-origin': '*' })
      response.end(bytes)
    })
    await new Promise<void>((done) => server!.listen(Number(new URL(site).port), '127.0.0.1', done))
  }
  return { stop, start }
}

test('a video plays, is retried while its site is away, and is refused from a site that is not in the settings', async ({
  page,
  platform,
  faults,
}) => {
  const site = process.env.GATEHOUSE_VIDEO_SITE!
  await page.goto('/monitor/eg/list')
  const camera = cameraOf(site, await film(page))
  const equipmentId = await deviceAlone(platform, unique('Cameras'))
  const video = (id: string, y: number, data: object) => ({ id, widgetType: 'Video', position: { ...size, y }, data })
  const json = JSON.stringify({
    con: { width: 1000, height: 780 },
    widgets: [
      video('a', 20, { type: 'online', online: `${site}/hall.webm`, loop: true, text: 'Pump hall' }),
      video('b', 260, { type: 'online', online: 'http://127.0.0.1:9/gate.webm' }),
      video('c', 500, { type: 'ezviz' }),
      { ...video('d', 20, { type: 'online', online: 'rtmp://cams.example/7' }), position: { ...size, x: 440, y: 20 } },
    ],
  })
  const { id } = await platform(savePage, { equipmentId, title: 'Cameras', json })
  await page.goto(`/monitor/eg/detail/page/${id}/0`)
  // Away from its start the stream reports the failure, and is tried again.
  await expect(page.getByText('The stream cannot be played at the moment')).toBeVisible()
  await expect(page.getByText('do not allow videos of http://127.0.0.1:9.')).toBeVisible()
  await expect(page.getByText('No serial number of an EZVIZ camera')).toBeVisible()
  await expect(page.getByText('Browsers do not play RTMP or RTSP')).toBeVisible()

  await camera.start()
  const hall = page.locator('video[aria-label="Pump hall"]')
  const position = () => hall.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(position).toBeGreaterThan(0.2)
  await expect(page.getByText('The stream cannot be played at the moment')).toBeHidden()
  await expect(hall).not.toHaveAttribute('data-old')

  camera.stop()
  // A viewer cannot distinguish a frozen picture from one of a quiet hall.
  await hall.evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 0
  })
  await expect(page.getByText(/No new picture for/)).toBeVisible()
  await expect(hall).toHaveAttribute('data-old', '')
  faults.length = 0
})
