// The living gallery: every part in every state, with fixed figures. Development builds only.
import type { ReactNode } from 'react'
import './gallery.css'
import { ApiError } from '../../contract/call.ts'
import { Act } from '../../ui/act.tsx'
import { ConfirmCard, confirm } from '../../ui/confirm.tsx'
import { Icon, iconNames } from '../../ui/icon.tsx'
import { Copyable, KeyValues } from '../../ui/key-values.tsx'
import { setLanguage, useLanguage } from '../../ui/language.ts'
import { SeverityMark, StatusDot, severities } from '../../ui/marks.tsx'
import { Card, PageHeader, Tag } from '../../ui/page-header.tsx'
import { RangeBar } from '../../ui/range-bar.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { setTheme, useTone } from '../../ui/theme.ts'
import { toast } from '../../ui/toast.tsx'
import { ValueText } from '../../ui/value-text.tsx'
import { Choice } from './gallery-choice.tsx'
import { GalleryCurve } from './gallery-curve.tsx'
import { GalleryForm } from './gallery-form.tsx'
import { GalleryTable } from './gallery-table.tsx'

const wave = (count: number, gap?: number) =>
  Array.from({ length: count }, (_, i) =>
    gap && i > gap && i < gap + 6 ? null : Math.sin(i / 5) + Math.sin(i / 2.3) / 3,
  )

export default function Gallery() {
  return (
    <main className="gallery">
      <Head />
      <Card title="Table">
        <GalleryTable />
      </Card>
      <GalleryCurve />
      <div className="gallery-columns">
        <Card title="Act">
          <Acts />
        </Card>
        <Card title="Presence and severity">
          <Marks />
        </Card>
        <Card title="Value">
          <Values />
        </Card>
        <Card title="Range bar and sparkline">
          <Ranges />
        </Card>
        <Card title="Form">
          <GalleryForm />
        </Card>
        <Card title="Question before a write">
          <ConfirmCard
            question={{
              title: 'Write to the PLC?',
              act: 'Write 1,480 rpm',
              target: 'Intake station 1 · Pump 1 speed',
              current: <ValueText value={1462} unit="rpm" />,
              next: <ValueText value={1480} unit="rpm" />,
              limits: '0 – 1,500 rpm',
              note: 'The gateway writes once and reads back; the result is told here.',
            }}
            onAnswer={() => undefined}
          />
        </Card>
        <Card title="Empty">
          <EmptyState icon="gateway" act={<Act kind="primary">Add a gateway</Act>}>
            A gateway connects the PLCs of a site to the platform.
          </EmptyState>
        </Card>
        <Card title="Error">
          <ErrorState
            error={new ApiError(90005, 'The database cannot be reached at the moment')}
            onRetry={() => undefined}
          />
        </Card>
        <Card title="Key and value">
          <KeyValues
            rows={[
              { label: 'SN', value: <Copyable text="LF2026-00118" /> },
              { label: 'Firmware', value: '2.14.0' },
              { label: 'Remark', value: '' },
            ]}
          />
        </Card>
        <Card title="Loading">
          <Skeleton />
        </Card>
        <Card title="Icons">
          <div className="gallery-icons">
            {iconNames.map((name) => (
              <span key={name} title={name}>
                <Icon name={name} />
              </span>
            ))}
          </div>
        </Card>
      </div>
    </main>
  )
}

function Head() {
  const language = useLanguage()
  const tone = useTone()
  return (
    <>
      <PageHeader
        title="Intake station 1"
        count={128}
        above={{ to: '/dev/ui', label: 'Devices' }}
        mark={<StatusDot state="online" />}
        tags={
          <>
            <SeverityMark severity="severe" count={2} word soft />
            <Tag>LF2026-00118 · signal 82 %</Tag>
          </>
        }
      >
        <Choice label="Language" value={language} of={{ en: 'English', 'zh-cn': '中文' }} onChange={setLanguage} />
        <Choice label="Theme" value={tone} of={{ light: 'Light', dark: 'Dark' }} onChange={setTheme} />
        <Act kind="primary">Write…</Act>
      </PageHeader>
      <Tabs
        label="Device"
        tabs={[
          { to: '/dev/ui', label: 'Real time' },
          { to: '/dev/ui/device', label: 'Device' },
          { to: '/dev/ui/alarm', label: 'Alarms', count: 2 },
        ]}
      />
    </>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="gallery-row">{children}</div>
}

function Acts() {
  const ask = async () => {
    const yes = await confirm({ title: 'Delete the group?', act: 'Delete', target: 'Waterworks', danger: true })
    toast.plain(yes ? 'Deleted' : 'Left as it was')
  }
  return (
    <>
      <Row>
        <Act kind="primary" icon="plus">
          Primary
        </Act>
        <Act icon="download">Plain</Act>
        <Act kind="danger" onClick={() => void ask()}>
          Danger
        </Act>
        <Act kind="link">Link</Act>
      </Row>
      <Row>
        <Act kind="primary" busy>
          Busy
        </Act>
        <Act kind="primary" why="The gateway is offline and cannot be operated">
          Refused
        </Act>
        <Act why="The gateway is offline and cannot be operated">Refused</Act>
        <Act kind="link" why="The variable is read-only">
          Refused
        </Act>
      </Row>
      <Row>
        <Act onClick={() => toast.good('Saved')}>Toast</Act>
        <Act onClick={() => toast.bad(new ApiError(1304, 'The gateway is offline and cannot be operated'))}>Fault</Act>
      </Row>
    </>
  )
}

function Marks() {
  return (
    <>
      <Row>
        {(['online', 'offline', 'sleeping'] as const).map((state) => (
          <StatusDot key={state} state={state} word />
        ))}
      </Row>
      <Row>
        {severities.map((severity) => (
          <SeverityMark key={severity} severity={severity} count={3} />
        ))}
        {severities.map((severity) => (
          <SeverityMark key={severity} severity={severity} word soft />
        ))}
        <SeverityMark severity="severe" word blink />
      </Row>
    </>
  )
}

function Values() {
  return (
    <>
      <Row>
        <ValueText value={4.82} unit="m" severity="severe" strong />
        <ValueText value={1204} unit="m³/h" strong />
        <ValueText value={-18.4} unit="°C" />
        <ValueText value={true} />
        <ValueText value={null} unit="m" />
        <ValueText value="18446744073709551615" />
      </Row>
      <Row>
        <ValueText value={412} unit="µS/cm" state="stale" ageMs={240_000} />
        <ValueText value={0} unit="bar" state="bad" reason="The PLC did not answer in time (1714)" />
        <ValueText value={7.1} unit="bar" state="simulated" />
        <ValueText value={50} unit="%" state="forced" />
      </Row>
    </>
  )
}

function Ranges() {
  return (
    <>
      <Row>
        <RangeBar value={4.82} min={0} max={6} low={1.2} high={4.8} severity="severe" />
        <RangeBar value={312} min={0} max={600} low={180} high={450} />
        <RangeBar value={null} min={0} max={10} low={2} high={8} />
      </Row>
      <Row>
        <Sparkline points={wave(60)} />
        <Sparkline points={wave(60, 20)} width={110} />
        <Sparkline points={wave(60)} faint />
        <Sparkline points={[7, 7, 7]} />
      </Row>
    </>
  )
}
