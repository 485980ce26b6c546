// Samples of the gallery for widgets that are empty at first: entries, texts.
import { ApiError } from '../../contract/call.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import { type PageHost, stillHost } from '../../widgets/host/page-host.ts'
import type { PageServices, PlacedDevice, WeatherNow } from '../../widgets/services.ts'

const page = (pageId: number) => ({ enable: true, action: 'page', pageId })
const entries = [
  { label: 'Works', clickEvent: page(1), defaultAct: true },
  {
    label: 'Wells',
    children: [
      { label: 'Well 1', clickEvent: page(2) },
      { label: '二号深井', children: [{ label: 'Pump P-201', clickEvent: page(3) }] },
    ],
  },
  { label: 'Alarms', clickEvent: { enable: true, action: 'link', link: '/monitor/alarm' } },
]

const modes = [
  { label: 'Off', value: '0' },
  { label: 'Automatic', value: '1' },
  { label: '手动', value: '2' },
]

export const samples: Readonly<Record<string, Pick<PageWidget, 'items' | 'data'>>> = {
  Nav: { items: entries },
  Menu: { items: entries, data: {} },
  ImageText: {
    data: {
      richText:
        '<h2>Pump P-201</h2><p>Start only with <b>open</b> suction valve, see <a href="/msg">messages</a>.</p>' +
        '<table><tr><th>Speed</th><td>1,480 rpm</td></tr></table><p style="color:red;position:fixed">二号泵</p>' +
        '<img src=x onerror="document.title=1"><form><input></form><script>document.title=2</script>' +
        '<a href="javascript:document.title=3">no link</a>',
    },
  },
  Select: { items: modes, data: { label: 'Mode' } },
  Radio: { items: modes, data: {} },
  ComboBox: { items: modes, data: {} },
  Input: { data: { unit: 'm', maxVal: 10 } },
  Dashboard: { data: { unit: 'm', text: 'Level', lowVal: 20, highVal: 80 } },
  Weather: { data: { latitude: 31.2, longitude: 121.5, title: 'Riverside works' } },
  Iframe: { data: { type: 'link', link: '/monitor' } },
}

const weather = (isOld: boolean): WeatherNow => ({
  ...{ temperature: -3.6, humidity: 63, wind: 3.2, windFrom: 200, pressure: 1013, code: 61, isDay: true },
  days: [0, 1, 2, 3].map((day) => ({
    date: `2026-11-2${1 + day}`,
    low: -8 + day,
    high: 2 + day,
    code: [61, 3, 73, 0][day]!,
  })),
  ...{ at: Date.UTC(2026, 10, 21, 8, 30), isOld, source: 'weather.example' },
})

const places: readonly PlacedDevice[] = (['online', 'offline', 'sleeping', null] as const).map((state, at) => ({
  ...{ id: at + 1, name: `Station ${at + 1}`, state, address: 'Riverside 4' },
  ...{ signalStrength: at === 0 ? 71 : null, alarms: { severe: at === 1 ? 2 : 0, important: 0, normal: at } },
  ...{ longitude: 120.1 + at * 0.03, latitude: 30.2 + (at % 2) * 0.02, mayOpen: true },
}))

/** Sample services for each state of the gallery: good answers, old ones, none, and refusals. */
export function sampleHost(state: string): PageHost {
  const services: Partial<PageServices> = {
    devices: {
      placed: () =>
        state === 'bad' ? Promise.reject(new ApiError(90005, 'The database is away')) : Promise.resolve(places),
      tiles: () => Promise.resolve(null),
    },
    weather: {
      at: () =>
        state === 'bad'
          ? Promise.reject(new ApiError(2401, 'The weather service does not answer: HTTP 500'))
          : Promise.resolve(state === 'never' ? null : weather(state === 'stale')),
    },
  }
  return {
    ...stillHost,
    // Long enough to show that the call is in progress; it then fails like one to a device that does not answer.
    write: () => new Promise((resolve) => setTimeout(resolve, 800, state === 'good' ? 'done' : 'failed')),
    service: (name) => Promise.resolve(services[name]),
  }
}
