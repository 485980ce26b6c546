// Devices at their places, with the state of their gateways. [S3 Map]
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { choiceField, flagField, listField, numberField, textField, type ValuesOf } from '../fields.ts'
import { DeviceMap, mostMarks } from '../map/device-map.tsx'
import { countsOf, deviceStates, shownOf } from '../map/rules.ts'
import { mapText } from '../map/text.ts'
import type { PlacedDevice } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, widget } from '../widget.ts'
import './map.css'

const byHand = { field: 'center', is: ['manual'] }

const data = {
  equipments: listField(
    {
      equipmentId: numberField(0, {
        ...{ min: 0, max: Number.MAX_SAFE_INTEGER },
        label: { en: 'Device no.', 'zh-cn': '设备编号' },
      }),
      title: textField('', { label: { en: 'Name here', 'zh-cn': '显示名称' } }),
    },
    { section: 'content', most: mostMarks, label: { en: 'Devices (none: all)', 'zh-cn': '设备（空为全部）' } },
  ),
  totalCount: flagField(true, { section: 'content', label: { en: 'Number of devices', 'zh-cn': '设备总数' } }),
  equipProportion: flagField(true, {
    section: 'content',
    label: { en: 'How many in each state', 'zh-cn': '设备状态占比' },
  }),
  titleEnable: flagField(true, { section: 'content', label: { en: 'Names of devices', 'zh-cn': '显示设备名称' } }),
  center: choiceField('auto', {
    section: 'content',
    label: { en: 'Looks at', 'zh-cn': '地图中心' },
    options: [
      { value: 'auto', label: { en: 'All devices', 'zh-cn': '全部设备' } },
      { value: 'manual', label: { en: 'A place', 'zh-cn': '指定位置' } },
    ],
  }),
  latitude: numberField(0, {
    ...{ section: 'content', min: -85, max: 85, unit: '°', when: byHand },
    label: { en: 'Latitude', 'zh-cn': '纬度' },
  }),
  longitude: numberField(0, {
    ...{ section: 'content', min: -180, max: 180, unit: '°', when: byHand },
    label: { en: 'Longitude', 'zh-cn': '经度' },
  }),
  zoom: numberField(12, {
    ...{ section: 'content', min: 0, max: 20, when: byHand },
    label: { en: 'Zoom', 'zh-cn': '缩放级别' },
  }),
}

const style = {
  theme: choiceField('auto', {
    section: 'fill',
    label: { en: 'Theme', 'zh-cn': '主题' },
    options: [
      { value: 'auto', label: { en: 'As the application', 'zh-cn': '跟随系统' } },
      { value: 'light', label: { en: 'Light', 'zh-cn': '浅色' } },
      { value: 'dark', label: { en: 'Dark', 'zh-cn': '深色' } },
    ],
  }),
}

const renewMs = 30_000

type Of = ValuesOf<typeof data>

function Counts({ devices, of, isOld }: { devices: readonly PlacedDevice[]; of: Of; isOld: boolean }) {
  const t = useText(mapText)
  const counts = countsOf(devices)
  const total = devices.length
  return (
    <p className="map-counts">
      {of.totalCount && <b>{t('devices', { count: total })}</b>}
      {of.equipProportion &&
        deviceStates
          .filter((state) => counts[state] > 0)
          .map((state) => (
            <span key={state}>
              <i data-state={state} data-old={isOld ? '' : undefined} />
              {`${t(state)} ${counts[state]} (${Math.round((counts[state] / total) * 100)} %)`}
            </span>
          ))}
      {total > mostMarks && <span>{t('shown', { count: mostMarks, total })}</span>}
    </p>
  )
}

function Asked({
  of,
  theme,
  host,
  mode,
}: { of: Of; theme: 'auto' | 'light' | 'dark' } & Pick<DrawProps, 'host' | 'mode'>) {
  const t = useText(mapText)
  const key = mode === 'run' && !host.isPast ? 'all' : null
  const places = useAsked({
    ...{ host, service: 'devices', key, everyMs: renewMs },
    ask: (devices, ending) => devices.placed(ending),
  })
  const tiles = useAsked({ ...{ host, service: 'devices', key }, ask: (devices, ending) => devices.tiles(ending) })
  if (mode !== 'run') return <WidgetNote>{t('atRun')}</WidgetNote>
  if (host.isPast) return <WidgetNote>{t('onlyNow')}</WidgetNote>
  const devices = shownOf(places.data ?? [], of.equipments)
  const isOld = places.state !== 'ready'
  const { latitude, longitude, zoom } = of
  return (
    <>
      <AskedNote asked={places} />
      {places.data && devices.length === 0 && <WidgetNote>{t('noPlaces')}</WidgetNote>}
      {devices.length > 0 && tiles.data !== undefined && (
        <>
          <DeviceMap
            {...{ devices, isOld, tone: theme, tiles: tiles.data, withTitles: of.titleEnable }}
            at={of.center === 'manual' ? { latitude, longitude, zoom } : undefined}
          />
          {(of.totalCount || of.equipProportion) && <Counts devices={devices} of={of} isOld={isOld} />}
        </>
      )}
    </>
  )
}

export default widget({
  family: 'complex',
  word: 'Map',
  name: { en: 'Map', 'zh-cn': '地图' },
  size: { width: 480, height: 320 },
  style,
  data,
  mark: 'outline',
  Draw: ({ style: { theme }, data: of, mode, host }) => (
    <section className="device-map">
      <Asked of={of} theme={theme} mode={mode} host={host} />
    </section>
  ),
})
