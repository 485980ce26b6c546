// Our own small set of icons: 24 units, stroke 1.5, no fill, one colour.
import { logoLines, logoWidth } from './logo.ts'

const shapes = {
  monitor: 'M4 5h16v11H4zM9 20h6M7 12l3-3 3 2 4-4',
  folder: 'M3.5 6.5h6l2 2.5h9v10h-17z',
  centre: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 4v4M12 16v4M4 12h4M16 12h4',
  map: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 1 0-13 0c0 5 6.5 11 6.5 11zM12 12a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  report: 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h4',
  alarm: 'M12 4.5 21 19.5H3zM12 10v4.5M12 17v.1',
  device: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM17 14v6M14 17h6',
  gateway: 'M4 13.5h16v6H4zM7.5 16.5v.1M11 16.5v.1M16.5 13.5V9M13.2 6.8a4.6 4.6 0 0 1 6.6 0',
  layers: 'M12 4 21 8.5 12 13 3 8.5zM4.5 12.5 12 16.5l7.5-4M4.5 16.5 12 20.5l7.5-4',
  group: 'M9.5 4h5v4.5h-5zM3.5 15.5h5V20h-5zM15.5 15.5h5V20h-5zM12 8.5V12M6 15.5V12h12v3.5',
  order: 'M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9 8h6M9 12h6',
  inspection: 'M8 5H5.5v15.5h13V5H16M8.5 3.5h7v3h-7zM9 13.5l2 2 4-4',
  person: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.6-3.7 3.4-5.5 7-5.5s6.4 1.8 7 5.5',
  people:
    'M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19.5c.5-3.4 2.9-5 6-5s5.5 1.6 6 5M15.5 5.3a3.2 3.2 0 0 1 0 6M17.5 14.8c1.9.7 3.1 2.3 3.5 4.7',
  building: 'M5 20.5v-16h9v16M14 9.5h5v11M3 20.5h18M8 8h3M8 12h3M8 16h3',
  phone: 'M7.5 3.5h9v17h-9zM10.8 17.5h2.4',
  mail: 'M3.5 6h17v12.5h-17zM3.5 7l8.5 6.5L20.5 7',
  log: 'M4.5 5.5h15M4.5 10h15M4.5 14.5h9M4.5 19h6',
  page: 'M3.5 5h17v14h-17zM3.5 9h17M8 9v10',
  design: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  script: 'M8.5 8 4.5 12l4 4M15.5 8l4 4-4 4M13.5 5.5l-3 13',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20.5 20.5',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.6a2.4 2.4 0 1 1 3.6 2.1c-.8.5-1.2 1-1.2 1.9M12 16.4v.1',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5zM10.5 20.5h3',
  sound: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9.2a4 4 0 0 1 0 5.6M18 6.7a7.5 7.5 0 0 1 0 10.6',
  soundOff: 'M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9.7l4.6 4.6M20.1 9.7l-4.6 4.6',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  half: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 4v16M14 7h2.5M14 10h5M14 13h5M14 16h3',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  collapse: 'M4 5h16v14H4zM9.5 5v14M16.5 9.5 14 12l2.5 2.5',
  expand: 'M4 5h16v14H4zM9.5 5v14M13.5 9.5 16 12l-2.5 2.5',
  exit: 'M10 4.5H5v15h5M14.5 8l4 4-4 4M18.5 12H9.5',
  settings:
    'M5 7.5h8M17 7.5h2M5 16.5h2M11 16.5h8M15 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  move: 'M12 3.5v17M3.5 12h17M9.5 6 12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5 3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5',
  microphone: 'M12 3.5a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0v-5a3 3 0 0 1 3-3zM6 11.5a6 6 0 0 0 12 0M12 17.5v3M9 20.5h6',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19 7',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  download: 'M12 4v10.5M7.5 10.5 12 15l4.5-4.5M5 19.5h14',
  picture: 'M4 5h16v14H4zM4 16.5l5-5 4 4 2.5-2.5 4.5 4.5M15.5 9.5h.01',
  upload: 'M12 15.5V5M7.5 9 12 4.5 16.5 9M5 19.5h14',
  undo: 'M8.5 4.5 4.5 8.5l4 4M4.5 8.5H14a5.5 5.5 0 0 1 0 11H9',
  redo: 'M15.5 4.5 19.5 8.5l-4 4M19.5 8.5H10a5.5 5.5 0 0 0 0 11h5',
  refresh: 'M19 12a7 7 0 1 1-2.2-5.1M17.5 3.5v4h-4',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6',
  edit: 'M4.5 19.5l.8-3.8L15.8 5.2l3 3L8.3 18.7zM13.5 7.5l3 3',
  filter: 'M4 5.5h16l-6.2 7.5v5.5l-3.6 1.5v-7z',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  more: 'M6 12v.1M12 12v.1M18 12v.1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  info: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 11v5M12 8v.1',
  message: 'M4 5h16v11.5h-9l-4.5 3.5v-3.5H4zM8 9h8M8 12.5h5',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h8.5v3.5M16.5 12v2.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  power: 'M12 3.5v8M7 6.5a7.5 7.5 0 1 0 10 0',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M8 5l11 7-11 7z',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2',
  chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eyeOff:
    'M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.8A15 15 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  star: 'M12 3.8l2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8z',
  pointer: 'M6 4l12 7-5.5 1.5L9.5 18z',
  alignLeft: 'M4.5 4v16M7.5 6.5h11v4h-11zM7.5 13.5h7v4h-7z',
  alignCentre: 'M12 4v2.5M12 10.5v3M12 17.5V20M6 6.5h12v4H6zM8 13.5h8v4H8z',
  alignRight: 'M19.5 4v16M5.5 6.5h11v4h-11zM9.5 13.5h7v4h-7z',
  alignTop: 'M4 4.5h16M6.5 7.5h4v11h-4zM13.5 7.5h4v7h-4z',
  alignMiddle: 'M4 12h2.5M10.5 12h3M17.5 12H20M6.5 6h4v12h-4zM13.5 8h4v8h-4z',
  alignBottom: 'M4 19.5h16M6.5 5.5h4v11h-4zM13.5 9.5h4v7h-4z',
  spreadX: 'M4 4v16M20 4v16M9.5 7.5h5v9h-5z',
  spreadY: 'M4 4h16M4 20h16M7.5 9.5h9v5h-9z',
  toFront: 'M9 9h10.5v10.5H9zM6 15H4.5V4.5H15V6',
  toBack: 'M4.5 4.5H15V15H4.5zM18 9h1.5v10.5H9V18',
  together: 'M4 4h3v3H4zM17 4h3v3h-3zM4 17h3v3H4zM17 17h3v3h-3zM7 5.5h10M7 18.5h10M5.5 7v10M18.5 7v10',
  apart: 'M4 4h7v7H4zM13 13h7v7h-7zM15 5h4v4M9 19H5v-4',
  unlock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2',
  brush: 'M6 4h11v5H6zM17 6.5h2.5V12H12v2.5M10.5 14.5h3V20h-3z',
  paste: 'M8 5H5.5v15.5h13V5H16M8.5 3.5h7v3h-7z',
  write: 'M4 12h10M10.5 8l4 4-4 4M14 5h6v14h-6',
  project: 'M3.5 4h8v16h-8zM14.5 4h6v7h-6zM14.5 14h6v6h-6z',
  sliders: 'M5 4v7M5 15v5M12 4v3M12 11v9M19 4v10M19 18v2M3 13h4M10 9h4M17 16h4',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5',
  puzzle: 'M9.5 5.5a2 2 0 0 1 4 0V7H18v4h1a2 2 0 0 1 0 4h-1v4.5H5V15h1a2 2 0 0 0 0-4H5V7h4.5z',
  department: 'M12 3.5v4M5 12.5v-2h14v2M12 7.5v5M3 12.5h4.5v4H3zM9.7 12.5h4.6v4H9.7zM16.5 12.5H21v4h-4.5zM5 20h14',
  role: 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.5 10',
  external:
    'M10 11.5a3.2 3.2 0 1 0 0-6.5 3.2 3.2 0 0 0 0 6.5zM3.5 20c.5-3.6 3-5.5 6.5-5.5 1.5 0 2.8.3 3.8 1M15 18h6M18.5 15.5L21 18l-2.5 2.5',
  gauge: 'M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 15.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
  town: 'M4 20.5V8l6-4v16.5M10 9.5l6 2.5v8.5M16 14l4 2v4.5M2.5 20.5h19M7 9.5v.1M7 13.5v.1M13 15v.1',
  quarantine: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6l12 12',
  feedback: 'M4 4.5h16v11.5h-6l-4 4.5V16H4zM12 7.5v4M12 13.6v.1',
  announcement: 'M4 10v4h3l8 4.5v-13L7 10zM18.5 9.5a4 4 0 0 1 0 5M7.5 14.5l1 5h2.5',
  firmware: 'M6 3.5h12v17H6zM12 16.5V8M9 11l3-3 3 3M9.5 18h5',
  translation: 'M3.5 6h10M8.5 3.5V6M11.5 6c-1 4-4 7-8 8.5M5.5 9c1.5 2.5 3.5 4 6 5M12 20.5l4.5-10.5L21 20.5M13.7 17h5.6',
  api: 'M8.5 7.5L4 12l4.5 4.5M15.5 7.5L20 12l-4.5 4.5M13.5 5l-3 14',
  video: 'M3.5 7h11v10h-11zM14.5 11l6-3v8l-6-3',
  cards: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  outbox: 'M3.5 5.5h17v11h-9l-5 4v-4h-3zM8 11.2l2.5 2.3 5-5',
  wrench: 'M20 7.5a5 5 0 0 1-6.7 4.7L6.5 19a2 2 0 0 1-2.8-2.8l6.8-6.8A5 5 0 0 1 17 3l-3 3 .7 3.2 3.3.8z',
  deviceEdit: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM13.5 20.5l.6-2.6 4.4-4.4 2 2-4.4 4.4z',
  pin: 'M9 4h6l-1 7 3 3H7l3-3zM12 14v6',
} as const

export type IconName = keyof typeof shapes
export const iconNames = Object.keys(shapes) as IconName[]

/** An icon next to a word is decorative; alone it needs `label`. */
export function Icon({ name, size = 18, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5 * (20 / size) ** 0.25}
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <path d={shapes[name]} />
    </svg>
  )
}

/** The mark: a house that is a gate, with a keyhole of light. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="var(--accent)" aria-hidden="true">
      <path d={logoLines.join('')} strokeWidth={logoWidth} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
