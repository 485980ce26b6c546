// Services of the platform for widgets, in addition to live values. Each service is offered by the room that owns the
// data, in a file `features/<room>/service-<name>.ts` whose default export has this type; its code loads when a widget
// requests it. A call rejects with contract/call's ApiError. Times are epoch ms, numbers beyond 2^53 are decimal texts.
import type { AlarmKind } from '../contract/alarm-kinds.ts'
import type { Aggregation } from '../contract/gateway-config.ts'
import type { DataType, Value } from '../core/data-type.ts'

export type Span = { from: number; to: number }
/** Cancels a call whose answer is no longer needed. */
export type Ending = { signal?: AbortSignal }

/** Stored readings of one variable, in time order. `bad`: index and code of each reading that is not good. */
export type Curve = {
  equipmentId: number
  signalId: number
  times: readonly number[]
  values: readonly (Value | null)[]
  bad: readonly (readonly [index: number, code: number])[]
  /** Time spans with missing readings. */
  holes: readonly Span[]
  /** Readings further apart are not connected; a step holds its value until the next reading. */
  gapMs: number
  isStep: boolean
  unit: string | null
  decimals: number | null
  /** The texts that are defined for values of the variable. */
  texts: string | null
  dataType: DataType
}

/** The part of a curve needed to draw it. */
export type CurveShape = Omit<Curve, 'equipmentId' | 'signalId'>

/** A variable; with a report, its readings in that report. */
export type Stored = { equipmentId: number; signalId: number; reportId?: number }

/**
 * `isCarried`: a curve of a variable that is stored on change starts with its last reading before `from`, because that
 * value is valid until the first change. The search goes back 24 hours, like playback.
 */
export type Carried = { isCarried?: boolean }

export type HistoryService = {
  /** Curves of variables that a report stores, reduced to `points` each, preserving minima and maxima. */
  curves(
    of: { signals: readonly Stored[]; points: number } & Carried & Span,
    ending?: Ending,
  ): Promise<readonly Curve[]>
  /**
   * The columns of a history report as it stores them, up to the maximum of one call; null: the report does not exist.
   */
  report?(
    of: { equipmentId: number; reportId: number; points: number } & Span,
    ending?: Ending,
  ): Promise<ReportCurves | null>
  /** Curves of the page's mvars, calculated from stored readings; absent for a page without them. */
  mvars?(of: { mvarIds: readonly number[]; points: number } & Span, ending?: Ending): Promise<readonly MvarLine[]>
}

/** `total`: the number of columns, including those that cannot be drawn, such as texts. */
type ReportCurves = { total: number; curves: readonly ReportCurve[] }
type ReportCurve = CurveShape & { columnId: number; title: string }

/** The part of a stored curve needed to draw a line. */
export type StoredLine = Pick<Curve, 'times' | 'values' | 'bad' | 'holes'> & Partial<Pick<Curve, 'isStep'>>
export type MvarLine = StoredLine & Pick<Curve, 'unit' | 'decimals'> & { mvarId: number }

export type ReportColumn = {
  id: number
  signalId: number
  title: string
  unit: string | null
  decimals: number | null
  /** The texts that are defined for values of the variable. */
  texts: string | null
  dataType: DataType
  /** The aggregation over a period, if this is not a reading: average, difference. */
  aggregation: Aggregation | null
}
type ReportHead = { id: number; name: string; columns: readonly ReportColumn[] }
/** A row of a report. `codes`: 0 if a column was not stored at that moment. */
export type ReportRow = { time: number; values: readonly (Value | null)[]; codes: readonly number[] }
export type ReportPage = {
  total: number
  isEstimated: boolean
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
}
/** Reduces the rows: the first of each interval, counted in days of the device. */
export type RowInterval = { every: number; unit: 'minute' | 'hour' | 'day' }
export type ReportQuery = { equipmentId: number; reportId: number; interval?: RowInterval | undefined } & Span

export type ReportsService = {
  list(of: { equipmentId: number }, ending?: Ending): Promise<{ zone: string; reports: readonly ReportHead[] }>
  /** Returns a page of rows, newest first; pages count from 1. */
  rows(of: ReportQuery & { pageNo: number; pageSize: number }, ending?: Ending): Promise<ReportPage>
  /**
   * Saves the rows as a workbook that the platform streams; asks for a location if the browser can. An abort leaves no
   * file.
   */
  save(
    of: ReportQuery & { name: string; zone: string; onBytes?: (bytes: number) => void },
    ending?: Ending,
  ): Promise<void>
}

/** A column of a custom report. */
export type CustomFigure = { key: string; title: string; unit: string | null; decimals: number | null }
/**
 * Indexed by figure. `codes`: 200 for a value, otherwise the reason for its absence; `parts`: part of the time was not
 * stored.
 */
export type CustomCells = {
  values: readonly (number | boolean | null)[]
  codes: readonly number[]
  parts: readonly boolean[]
}
/** A row of a custom report, from `time` up to, but not including, `until`. */
export type CustomRow = CustomCells & { time: number; until: number; shift: string | null; isOpen: boolean }
export type CustomUnit = 'minute' | 'hour' | 'shift' | 'day' | 'week' | 'month'
export type CustomHead = { title: string; zone: string; bucket: { unit: CustomUnit }; figures: readonly CustomFigure[] }
/** A page of a custom report. `totals`: the same figures over the whole span. */
export type CustomPage = CustomHead & { total: number; rows: readonly CustomRow[]; totals: CustomCells | null }
/** Curves of a custom report. `series` by figure, then by bucket. */
export type CustomCurves = CustomHead & {
  times: readonly number[]
  until: readonly number[]
  series: readonly CustomCells[]
}
export type CustomQuery = { reportId: number } & Span

export type CustomReportsService = {
  /** Buckets that the span touches, in full, the newest first; pages count from 1. */
  rows(of: CustomQuery & { pageNo: number; pageSize: number; totals: boolean }, ending?: Ending): Promise<CustomPage>
  curves(of: CustomQuery, ending?: Ending): Promise<CustomCurves>
  /** Saves the rows as a file, like `ReportsService.save`. */
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
  /** The value texts of its variable. */
  texts?: string | null
  raisedAt: number
  clearedAt: number | null
  acknowledgedAt: number | null
  acknowledgedName: string | null
  state: 'active' | 'latched' | 'cleared'
  /** The gateway is connected, so it is certain whether an active alarm is still active. */
  isHeard: boolean
}
export type AlarmQuery = {
  /** The devices; empty: all that the viewer may see. */
  equipmentIds: readonly number[]
} & Span

export type AlarmsService = {
  query(
    of: AlarmQuery & { pageNo: number; pageSize: number },
    ending?: Ending,
  ): Promise<{ total: number; rows: readonly AlarmLine[] }>
  /**
   * The open alarms, one per rule: unacknowledged first, then by severity, then the newest. Absent: no room offers
   * them.
   */
  open?(
    of: { equipmentIds: readonly number[]; most: number },
    ending?: Ending,
  ): Promise<{ total: number; rows: readonly AlarmLine[] }>
  acknowledge(of: { alarmIds: readonly number[] }): Promise<void>
  /** Calls back when alarms change. Returns the function that unsubscribes. */
  watch?(changed: () => void): () => void
  /** Saves the alarms as a file. `zone`: the time zone of its times. */
  save(of: AlarmQuery & { zone: string }): Promise<void>
}

export type WeatherNow = {
  /** Temperature in °C, humidity in %, wind in m/s and degrees from north, pressure in hPa. */
  temperature: number
  humidity: number | null
  wind: number | null
  windFrom: number | null
  pressure: number | null
  /** Weather code of the WMO, table 4677. */
  code: number
  isDay: boolean
  days: readonly { date: string; low: number; high: number; code: number }[]
  /** When the weather was measured or computed. */
  at: number
  /** The provider does not answer at present: this is its last answer. */
  isOld: boolean
  source: string
}

export type WeatherService = {
  /** The current weather at a place; null if the platform has no weather provider. */
  at(of: { latitude: number; longitude: number }, ending?: Ending): Promise<WeatherNow | null>
}

export type PlacedDevice = {
  id: number
  name: string
  /** The position in degrees. */
  longitude: number
  latitude: number
  address: string | null
  /** State of the device's gateway; null without one. */
  state: 'online' | 'offline' | 'sleeping' | null
  /** Signal strength in percent, from the last report of the device's gateway; null if it reports none. */
  signalStrength: number | null
  /** Open alarms by level; null if the viewer may not see them. */
  alarms: Readonly<Record<AlarmLevel, number>> | null
  /** The viewer may open the device, not only see it on the map. */
  mayOpen: boolean
  /** True if the track of the device is stored and the viewer may see it. */
  hasTrack?: boolean
}

export type DevicesService = {
  /** The devices that the viewer may see and that have a position, by name. */
  placed(ending?: Ending): Promise<readonly PlacedDevice[]>
  /** URL template of map tiles with `{z}`, `{x}` and `{y}`; null if the platform has none. */
  tiles(ending?: Ending): Promise<{ url: string; credit: string } | null>
}

export type ScenesService = {
  /** The model of a 3D scene by its key, as GLB. Rejects with notFound if it no longer exists. */
  model(of: { key: string }, ending?: Ending): Promise<ArrayBuffer>
  /** The parts of a scene other than model and values. */
  shown(of: { key: string }, ending?: Ending): Promise<SceneShown>
}

type Place = readonly [x: number, y: number, z: number]
/** The position of a camera and its target, in units of the model. */
export type SceneCamera = { position: Place; target: Place }
export type SceneShown = {
  /** The named nodes. `clickEvent`: the click action, as for a widget; undefined: the node has none. */
  nodes: readonly { name: string; title: string; isTitled: boolean; clickEvent?: Record<string, unknown> | undefined }[]
  views: readonly (SceneCamera & { id: string; name: string })[]
  /** Id of the initial view; empty: the whole model. */
  startView: string
}

export type CameraDirection = 'up' | 'down' | 'left' | 'right' | 'zoomIn' | 'zoomOut'
/** A camera's stream. `validMs`: remaining validity of the address. */
export type CameraStream = { url: string; validMs: number; mayTurn: boolean; mayTalk: boolean }
type CameraOf = { pageId: number; widgetId: string }

export type CamerasService = {
  /** The stream of the camera in a Video widget of a page. `isLost`: the previous address can no longer be played. */
  live(of: CameraOf & { protocol: 'flv' | 'hls'; isLost: boolean }, ending?: Ending): Promise<CameraStream>
  /** Repeated within the lease while the button is down. `press`: a uuid for this press. */
  turn(of: CameraOf & { direction: CameraDirection; press: string }): Promise<{ isTurning: boolean; leaseMs: number }>
  stop(of: CameraOf & { press: string }): Promise<void>
  /** Sends a spoken message: WAV, 16 kHz, 16 bits, in base64. */
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
