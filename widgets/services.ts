// What widgets ask of the platform beside their live values. Each service is offered by the room that owns the data, in a
// file `features/<room>/service-<name>.ts` whose default export has this type; its code loads when a widget asks for it.
// A call rejects with contract/call's ApiError. Times are epoch ms, numbers beyond 2^53 are decimal texts.
import type { AlarmKind } from '../contract/alarm-kinds.ts'
import type { Aggregation } from '../contract/gateway-config.ts'
import type { DataType, Value } from '../core/data-type.ts'

export type Span = { from: number; to: number }
/** Ends a call whose answer nobody waits for any more. */
export type Ending = { signal?: AbortSignal }

/** Stored readings of one variable, in time order. `bad`: indexes of what is not good, with the code. */
export type Curve = {
  equipmentId: number
  signalId: number
  times: readonly number[]
  values: readonly (Value | null)[]
  bad: readonly (readonly [index: number, code: number])[]
  /** Spans without readings that there should be. */
  holes: readonly Span[]
  /** Readings further apart are not connected; a step holds its value until the next. */
  gapMs: number
  isStep: boolean
  unit: string | null
  decimals: number | null
  /** Own words of the variable for its values. */
  texts: string | null
  dataType: DataType
}

/** How a curve is drawn, whatever it is of. */
export type CurveShape = Omit<Curve, 'equipmentId' | 'signalId'>

/** A variable; with a report, as that one stores it. */
export type Stored = { equipmentId: number; signalId: number; reportId?: number }

export type HistoryService = {
  /** Curves of variables that a report stores, reduced to `points` each with minima and maxima kept. */
  curves(of: { signals: readonly Stored[]; points: number } & Span, ending?: Ending): Promise<readonly Curve[]>
  /** The columns of a history report as that one stores them, at most as many as a call draws; null: there is no such report. */
  report?(
    of: { equipmentId: number; reportId: number; points: number } & Span,
    ending?: Ending,
  ): Promise<ReportCurves | null>
  /** The same of intermediate variables of the page, calculated from what is stored; where a page has none, there is none. */
  mvars?(of: { mvarIds: readonly number[]; points: number } & Span, ending?: Ending): Promise<readonly MvarLine[]>
}

/** `total`: columns that it has, drawn or not; a text is not drawn. */
export type ReportCurves = { total: number; curves: readonly ReportCurve[] }
export type ReportCurve = CurveShape & { columnId: number; title: string }

/** What a line of stored values is drawn from. */
export type StoredLine = Pick<Curve, 'times' | 'values' | 'bad' | 'holes'>
export type MvarLine = StoredLine & Pick<Curve, 'unit' | 'decimals'> & { mvarId: number }

export type ReportColumn = {
  id: number
  signalId: number
  title: string
  unit: string | null
  decimals: number | null
  /** Own words of the variable for its values. */
  texts: string | null
  dataType: DataType
  /** Of a period, instead of a reading: its average, its difference. */
  aggregation: Aggregation | null
}
export type ReportHead = { id: number; name: string; columns: readonly ReportColumn[] }
/** `codes`: 0 where a column was not stored at that moment. */
export type ReportRow = { time: number; values: readonly (Value | null)[]; codes: readonly number[] }
export type ReportPage = {
  total: number
  isEstimated: boolean
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}
/** Of rows that are thinned out: of each so long a part of the device's days the first. */
export type RowInterval = { every: number; unit: 'minute' | 'hour' | 'day' }
export type ReportQuery = { equipmentId: number; reportId: number; interval?: RowInterval | undefined } & Span

export type ReportsService = {
  list(of: { equipmentId: number }, ending?: Ending): Promise<{ zone: string; reports: readonly ReportHead[] }>
  /** Newest first; pages count from 1. */
  rows(of: ReportQuery & { pageNo: number; pageSize: number }, ending?: Ending): Promise<ReportPage>
  /** Saves the rows as a workbook, which the platform streams; asks where, if the browser can. An abort leaves no file. */
  save(
    of: ReportQuery & { name: string; zone: string; onBytes?: (bytes: number) => void },
    ending?: Ending,
  ): Promise<void>
}

/** A column of a custom report. */
export type CustomFigure = { key: string; title: string; unit: string | null; decimals: number | null }
/** By figure; `code` 200: a value, else why there is none; `parts`: a part of the time was not stored. */
export type CustomCells = {
  values: readonly (number | boolean | null)[]
  codes: readonly number[]
  parts: readonly boolean[]
}
/** From `time` up to but not including `until`. */
export type CustomRow = CustomCells & { time: number; until: number; shift: string | null; isOpen: boolean }
export type CustomUnit = 'minute' | 'hour' | 'shift' | 'day' | 'week' | 'month'
export type CustomHead = { title: string; zone: string; bucket: { unit: CustomUnit }; figures: readonly CustomFigure[] }
/** `totals`: the same figures over all rows of the span as one. */
export type CustomPage = CustomHead & { total: number; rows: readonly CustomRow[]; totals: CustomCells | null }
/** `series` by figure, each by bucket. */
export type CustomCurves = CustomHead & {
  times: readonly number[]
  until: readonly number[]
  series: readonly CustomCells[]
}
export type CustomQuery = { reportId: number } & Span

export type CustomReportsService = {
  /** Whole buckets that the span touches, the newest first; pages count from 1. */
  rows(of: CustomQuery & { pageNo: number; pageSize: number; totals: boolean }, ending?: Ending): Promise<CustomPage>
  curves(of: CustomQuery, ending?: Ending): Promise<CustomCurves>
  /** As `ReportsService.save`. */
  save(
    of: CustomQuery & { name: string; zone: string; onBytes?: (bytes: number) => void },
    ending?: Ending,
  ): Promise<void>
}

export type AlarmLevel = 'severe' | 'important' | 'normal'
export type AlarmLine = {
  id: number
  equipmentId: number
  equipmentName: string
  name: string
  content: string
  kind: AlarmKind
  level: AlarmLevel
  value: Value | null
  unit: string | null
  decimals: number | null
  raisedAt: number
  clearedAt: number | null
  acknowledgedAt: number | null
  acknowledgedName: string | null
  state: 'active' | 'latched' | 'cleared'
  /** Whether an active alarm still stands is known: its gateway is connected. */
  isHeard: boolean
}
export type AlarmQuery = {
  /** None: all that the viewer sees. */
  equipmentIds: readonly number[]
} & Span

export type AlarmsService = {
  query(
    of: AlarmQuery & { pageNo: number; pageSize: number },
    ending?: Ending,
  ): Promise<{ total: number; rows: readonly AlarmLine[] }>
  /** Those that are open now, one of each rule: what is not acknowledged first, then the severest, then the newest. None: nobody tells. */
  open?(
    of: { equipmentIds: readonly number[]; most: number },
    ending?: Ending,
  ): Promise<{ total: number; rows: readonly AlarmLine[] }>
  acknowledge(of: { alarmIds: readonly number[] }): Promise<void>
  /** Calls back when alarms changed. Returns the act that ends it. */
  watch?(changed: () => void): () => void
  /** `zone`: of the times in the file. */
  save(of: AlarmQuery & { zone: string }): Promise<void>
}

export type WeatherNow = {
  /** °C, %, m/s, degrees from north; hPa. */
  temperature: number
  humidity: number | null
  wind: number | null
  windFrom: number | null
  pressure: number | null
  /** Weather code of the WMO, table 4677. */
  code: number
  isDay: boolean
  days: readonly { date: string; low: number; high: number; code: number }[]
  /** When it was measured or computed. */
  at: number
  /** The provider does not answer now: the last it said. */
  isOld: boolean
  source: string
}

export type WeatherService = {
  /** Nothing while the platform has no provider. */
  at(of: { latitude: number; longitude: number }, ending?: Ending): Promise<WeatherNow | null>
}

export type PlacedDevice = {
  id: number
  name: string
  /** Degrees. */
  longitude: number
  latitude: number
  address: string | null
  /** Of its gateway; null without one. */
  state: 'online' | 'offline' | 'sleeping' | null
  /** Percent, as its gateway reported it last; null where it reports none. */
  signalStrength: number | null
  /** Open alarms by level; null for who sees none. */
  alarms: Readonly<Record<AlarmLevel, number>> | null
  /** The viewer sees more of it than a map. */
  mayOpen: boolean
  /** Where it was is stored, and the viewer may see it. */
  hasTrack?: boolean
}

export type DevicesService = {
  /** The devices that the viewer sees and that have a place, by name. */
  placed(ending?: Ending): Promise<readonly PlacedDevice[]>
  /** Pictures of a map, `{z}`, `{x}` and `{y}` in their address; nothing where the platform has none. */
  tiles(ending?: Ending): Promise<{ url: string; credit: string } | null>
}

export type ScenesService = {
  /** The model of a 3D scene by its key, as GLB. Rejects with notFound when there is none any more. */
  model(of: { key: string }, ending?: Ending): Promise<ArrayBuffer>
  /** What it has beside model and values. */
  shown(of: { key: string }, ending?: Ending): Promise<SceneShown>
}

type Place = readonly [x: number, y: number, z: number]
/** Where a camera stands and what it looks at, in the units of the model. */
export type SceneCamera = { position: Place; target: Place }
export type SceneShown = {
  /** `clickEvent`: what it does as a widget's does; none leads nowhere. */
  nodes: readonly { name: string; title: string; isTitled: boolean; clickEvent?: Record<string, unknown> | undefined }[]
  views: readonly (SceneCamera & { id: string; name: string })[]
  /** Id of the view that it opens with; empty: all of it. */
  startView: string
}

export type CameraDirection = 'up' | 'down' | 'left' | 'right' | 'zoomIn' | 'zoomOut'
/** `validMs`: how long the address is good from now on. */
export type CameraStream = { url: string; validMs: number; mayTurn: boolean; mayTalk: boolean }
type CameraOf = { pageId: number; widgetId: string }

export type CamerasService = {
  /** The camera that a Video widget of a page shows. `isLost`: the address before cannot be played any more. */
  live(of: CameraOf & { protocol: 'flv' | 'hls'; isLost: boolean }, ending?: Ending): Promise<CameraStream>
  /** Said again within the lease while the key is down. `press`: a uuid of its own. */
  turn(of: CameraOf & { direction: CameraDirection; press: string }): Promise<{ isTurning: boolean; leaseMs: number }>
  stop(of: CameraOf & { press: string }): Promise<void>
  /** A message as WAV, 16 kHz in 16 bits, in base64. */
  talk(of: CameraOf & { voice: string }): Promise<void>
}

export interface PageServices {
  cameras: CamerasService
  devices: DevicesService
  scenes: ScenesService
  history: HistoryService
  reports: ReportsService
  customReports: CustomReportsService
  alarms: AlarmsService
  weather: WeatherService
}
