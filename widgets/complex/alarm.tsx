// Alarms of devices, newest first, and their acknowledgement. [S3 Alarm record]
import { type ReactNode, useState } from 'react'
import { alarmKindWords } from '../../contract/alarm-kinds.ts'
import { formatNumber, nothingShown } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { SeverityMark } from '../../ui/marks.tsx'
import { useMay } from '../../ui/me.ts'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { AskedNote, WidgetNote } from '../asked-note.tsx'
import { flagField, listField, numberField, textField, type ValuesOf } from '../fields.ts'
import type { PageHost } from '../host/page-host.ts'
import { asOf, newestFirst, raisedBy } from '../past/alarm-row.ts'
import { ExportButton, PastBar, SpanPick } from '../past/past-bar.tsx'
import { type Chosen, maxMinutes, momentWords, spanOf } from '../past/span.ts'
import { listFields, rollFields, tableCss, tableStyle } from '../past/table-style.ts'
import { pastText } from '../past/text.ts'
import { usePastMoment } from '../past/use-moment.ts'
import type { AlarmLine, AlarmsService } from '../services.ts'
import { useAsked } from '../use-asked.ts'
import { type DrawProps, widget } from '../widget.ts'
import '../past/past-table.css'
import './alarm.css'

const mostRows = 100

const column = (en: string, zh: string) =>
  flagField(true, { section: { en: 'Columns', 'zh-cn': '列' }, label: { en, 'zh-cn': zh } })

const data = {
  equips: listField(
    {
      equipmentId: numberField(0, {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        label: { en: 'Device no.', 'zh-cn': '设备编号' },
      }),
      title: textField('', { label: { en: 'Name here', 'zh-cn': '显示名称' } }),
    },
    { section: 'content', most: 100, label: { en: 'Devices (none: all)', 'zh-cn': '设备（空为全部）' } },
  ),
  ...rollFields,
  ...listFields(mostRows),
  equipTitle: column('Device', '设备'),
  type: column('Kind', '类型'),
  alarmLevelId: column('Severity', '级别'),
  gmtTrigger: column('Raised', '触发时间'),
  gmtRelease: column('Cleared', '恢复时间'),
  value: column('Value', '报警值'),
  msg: column('Text', '报警内容'),
  opration: column('Acknowledge', '确认'),
} as const

type Data = ValuesOf<typeof data>
const headings = {
  alarmLevelId: 'level',
  equipTitle: 'device',
  type: 'kind',
  msg: 'message',
  value: 'value',
  gmtTrigger: 'raised',
  gmtRelease: 'cleared',
  opration: 'act',
} as const
type Column = keyof typeof headings
const columns = Object.keys(headings) as Column[]
const numbers: readonly Column[] = ['value']
const format = 'YYYY-MM-DD HH:mm:ss'

const shownColumns = (of: Data): Column[] => columns.filter((each) => of[each])

function AlarmRecord({ style, data: of, host, mode }: DrawProps<ValuesOf<typeof tableStyle>, object, Data>) {
  return (
    <div className="past-table" style={tableCss(style)}>
      {mode === 'run' ? (
        <Alarms of={of} host={host} />
      ) : (
        <div className="past-table-scroll">
          <Grid of={of}>
            <tr>
              {shownColumns(of).map((each) => (
                <td key={each}>{nothingShown}</td>
              ))}
            </tr>
          </Grid>
        </div>
      )}
    </div>
  )
}

function Grid({ of, children }: { of: Data; children: ReactNode }) {
  const t = useText(pastText)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <table tabIndex={0} aria-label={t('message')}>
      <thead>
        <tr>
          {shownColumns(of).map((each) => (
            <th key={each} scope="col" data-number={numbers.includes(each) ? '' : undefined}>
              {t(headings[each])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Alarms({ of, host }: { of: Data; host: PageHost }) {
  const t = useText(pastText)
  const own = Math.min(of.timeRange, maxMinutes)
  const [chosen, setChosen] = useState<Chosen>({ minutes: own })
  const [pageNo, setPageNo] = useState(1)
  const moment = usePastMoment(host, own)
  const pageSize = of.page ? of.pageSize : mostRows
  const equipmentIds = of.equips.map(({ equipmentId }) => equipmentId).filter((id) => id > 0)
  // A copied or imported page may have lost its devices: only an empty list means all devices.
  const isUnbound = of.equips.length > 0 && equipmentIds.length === 0
  const asked = useAsked({
    host,
    service: 'alarms',
    key: isUnbound ? null : JSON.stringify([equipmentIds, chosen, pageNo, pageSize, moment]),
    ask: (alarms, ending) => alarms.query({ equipmentIds, ...spanOf(chosen, host.now()), pageNo, pageSize }, ending),
    ...(moment === null && {
      everyMs: of.rollTime * 1000,
      watch: (alarms: AlarmsService, changed: () => void) => alarms.watch?.(changed),
    }),
  })
  const rows = (asked.data?.rows ?? []).map((line) => asOf(line, moment)).sort(newestFirst)
  const choose = (next: Chosen) => {
    setChosen(next)
    setPageNo(1)
  }
  const save = async () =>
    (await host.service('alarms'))?.save({ equipmentIds, ...spanOf(chosen, host.now()), zone: host.clock })
  return (
    <>
      {(of.filterTime || of.exportExcel) && (
        <PastBar>
          {of.filterTime && <SpanPick own={own} chosen={chosen} now={host.now} zone={host.clock} onChoose={choose} />}
          {of.exportExcel && (
            <ExportButton may="alarm:export" why={t('noExportAlarms')} isOff={rows.length === 0} onSave={save} />
          )}
        </PastBar>
      )}
      <div className="past-table-scroll" data-old={asked.state === 'failed' ? '' : undefined}>
        {isUnbound ? <WidgetNote>{t('noDevices')}</WidgetNote> : <AskedNote asked={asked} />}
        {asked.data && rows.length === 0 && <WidgetNote>{t('noAlarms')}</WidgetNote>}
        {rows.length > 0 && (
          <Grid of={of}>
            {rows.map((line) => (
              <Row key={line.id} line={line} of={of} host={host} onDone={asked.again} />
            ))}
          </Grid>
        )}
      </div>
      {of.page && asked.data && rows.length > 0 && (
        <Pager pageNo={pageNo} pageSize={pageSize} total={asked.data.total} onPage={setPageNo} />
      )}
      {!of.page && asked.data && asked.data.total > rows.length && (
        <p className="past-table-count">{t('latest', { count: formatNumber(rows.length) })}</p>
      )}
    </>
  )
}

type RowOf = { line: AlarmLine; of: Data; host: PageHost; onDone: () => void }

function Row({ line, of, host, onDone }: RowOf) {
  const waits = line.acknowledgedAt === null
  return (
    <tr data-waits={waits ? line.level : undefined}>
      {shownColumns(of).map((each) => (
        <td key={each} data-number={numbers.includes(each) ? '' : undefined}>
          <Cell column={each} line={line} of={of} host={host} onDone={onDone} />
        </td>
      ))}
    </tr>
  )
}

function Cell({ column: which, line, of, host, onDone }: RowOf & { column: Column }) {
  const t = useText(pastText)
  const isActive = line.state === 'active'
  switch (which) {
    case 'alarmLevelId':
      return (
        <span className={isActive ? undefined : 'alarm-record-hollow'}>
          <SeverityMark severity={line.level} word blink={line.acknowledgedAt === null && !host.isPast} />
        </span>
      )
    case 'equipTitle':
      return (
        of.equips.find(({ equipmentId }) => equipmentId === line.equipmentId)?.title || host.words(line.equipmentName)
      )
    case 'type':
      return alarmKindWords[language()][line.kind]
    case 'msg':
      return <Message line={line} host={host} />
    case 'value':
      return raisedBy(line)
    case 'gmtTrigger':
      return momentWords(line.raisedAt, format, host.clock)
    case 'gmtRelease':
      if (isActive && line.clearedAt === null) return t(line.isHeard ? 'standing' : 'lastKnown')
      return momentWords(line.clearedAt, format, host.clock)
    case 'opration':
      return <Acknowledge line={line} host={host} onDone={onDone} />
  }
}

function Message({ line: { content, name }, host }: Pick<RowOf, 'line' | 'host'>) {
  const words = content && content !== name ? host.filled(content) : host.words(name)
  return <span title={words}>{words}</span>
}

/** Acknowledges without a dialog, as in the alarm list; afterwards the user's name replaces the button. */
function Acknowledge({ line, host, onDone }: Omit<RowOf, 'of'>) {
  const t = useText(pastText)
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  if (line.acknowledgedAt !== null) return <>{line.acknowledgedName ?? nothingShown}</>
  const why = host.isPast ? t('pastAcknowledge') : may('alarm:acknowledge') ? undefined : t('noAcknowledge')
  const press = async () => {
    setBusy(true)
    try {
      await (await host.service('alarms'))?.acknowledge({ alarmIds: [line.id] })
      onDone()
    } catch (error) {
      toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="alarm-record-act"
      aria-disabled={why !== undefined || isBusy}
      aria-busy={isBusy}
      aria-label={t('acknowledgeOf', { name: host.words(line.name) })}
      title={why}
      onClick={() => why === undefined && !isBusy && void press()}
    >
      {t('acknowledge')}
    </button>
  )
}

export default widget({
  family: 'complex',
  word: 'Alarm',
  name: { en: 'Alarm record', 'zh-cn': '报警记录' },
  size: { width: 960, height: 400 },
  style: tableStyle,
  data,
  Draw: AlarmRecord,
})
