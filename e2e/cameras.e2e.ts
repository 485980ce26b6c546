// A camera from the account to the picture: set up and tested, shown on a page, moved by mouse and keyboard, spoken
// through.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secondsOf } from '../features/page/camera/rules.ts'
import { savePage } from '../features/page/page/contract.ts'
import { type EzvizPeer, ezvizPeer } from '../testkit/ezviz-peer.ts'
import { launchOptions } from './browser.ts'
import { film } from './film.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, test } from './test.ts'

// A microphone that hears a beep, allowed without a question.
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ alone: true, launchOptions: { ...launchOptions, args: [...launchOptions.args, ...microphone] } })

let peer: EzvizPeer
test.beforeEach(async () => {
  peer = await ezvizPeer(Date.now, Number(new URL(process.env.GATEHOUSE_EZVIZ_URL!).port))
  peer.accounts.set('ownkey-1', { secret: 'ownsecret-1', cameras: new Set(['C12345678']) })
})
test.afterEach(() => peer.stop())

async function streamOf(bytes: Buffer): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'video/webm', 'access-control-allow-origin': '*' }).end(bytes)
  })
  const { port } = new URL(process.env.GATEHOUSE_VIDEO_SITE!)
  await new Promise<void>((done) => server.listen(Number(port), '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live.webm`, server }
}

test('an EZVIZ camera is set up, watched, turned and spoken through', async ({ page, platform, faults }) => {
  await page.goto('/manage/openys')
  await page.getByRole('textbox', { name: 'AppKey' }).fill('ownkey-1')
  await page.getByLabel('AppSecret').fill('mistyped-1')
  const tryIt = page.getByRole('button', { name: 'Try it' })
  await tryIt.click()
  await expect(page.getByText('EZVIZ refused the AppKey or its secret')).toBeVisible()
  await expect(page.getByText('EZVIZ returned 10030')).toBeVisible()
  await page.getByLabel('AppSecret').fill('ownsecret-1')
  await page.getByLabel('Serial number of a camera').fill('c12345678')
  await tryIt.click()
  await expect(page.getByText('EZVIZ returns the stream of camera C12345678')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The EZVIZ account is saved')).toBeVisible()
  await expect(page.getByText('One is stored.')).toBeVisible()
  await expect(page.getByLabel('AppSecret')).toHaveValue('')

  const { url, server } = await streamOf(await film(page))
  peer.stream.url = url
  const equipmentId = await deviceAlone(platform, unique('Cameras'))
  const data = { type: 'ezviz', serialNumber: 'C12345678', PanTilt: true, talk: true, loop: true, text: 'Pump hall' }
  const position = { x: 20, y: 20, width: 640, height: 360, rotate: 0 }
  const json = JSON.stringify({
    con: { width: 1000, height: 780 },
    widgets: [
      { id: 'hall', widgetType: 'Video', position, data },
      {
        id: 'away',
        widgetType: 'Video',
        position: { ...position, y: 400 },
        data: { ...data, serialNumber: 'C99999999' },
      },
    ],
  })
  const { id } = await platform(savePage, { equipmentId, title: 'Cameras', json })
  await page.goto(`/monitor/eg/detail/page/${id}/0`)
  const hall = page.locator('video[aria-label="Pump hall"]')
  await expect.poll(() => hall.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
  await expect(page.getByText('EZVIZ knows no camera C99999999')).toBeVisible()

  const moves = () =>
    peer.asked
      .filter(({ path }) => path.startsWith('device/ptz/'))
      .map(({ path, fields }) => `${path.slice(11)} ${fields.direction}`)
  const left = page.getByRole('button', { name: 'Turn left' })
  await left.hover()
  await page.mouse.down()
  await expect(left).toHaveAttribute('aria-pressed', 'true')
  // Waits longer than a lease, which is renewed while the button is pressed.
  await page.waitForTimeout(3500)
  expect(moves()).toEqual(['start 2'])
  await page.mouse.up()
  await expect.poll(moves).toEqual(['start 2', 'stop 2'])
  const closer = page.getByRole('button', { name: 'Closer' })
  await closer.focus()
  await page.keyboard.down('Enter')
  await expect.poll(moves).toEqual(['start 2', 'stop 2', 'start 8'])
  await page.keyboard.up('Enter')
  await expect.poll(moves).toEqual(['start 2', 'stop 2', 'start 8', 'stop 8'])

  // However short a press is, it moves the camera.
  await page.getByRole('button', { name: 'Turn right' }).click()
  await expect.poll(moves).toEqual([...['start 2', 'stop 2', 'start 8', 'stop 8'], 'start 3', 'stop 3'])

  const talk = page.getByRole('button', { name: 'Hold and speak' })
  await talk.hover()
  await page.mouse.down()
  await expect(page.getByText('Speak, then let go')).toBeVisible()
  await page.waitForTimeout(1500)
  await page.mouse.up()
  await expect(page.getByText('The camera says the message')).toBeVisible()
  const [said] = peer.of('voice/sendonce')
  expect(secondsOf(said!.voice!)).toBeGreaterThan(0.5)
  // The sound is not silent.
  expect(said!.voice!.subarray(44).some((byte) => byte !== 0)).toBe(true)

  // The window is closed while a button is pressed.
  await left.hover()
  await page.mouse.down()
  await expect.poll(() => moves().length).toBe(7)
  await page.close()
  await expect.poll(moves).toHaveLength(8)
  server.closeAllConnections()
  server.close()
  faults.length = 0
})
