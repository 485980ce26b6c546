// Distribution station: reservoir, three network pumps, two pressure zones. Bytes swapped in each register (BADC);
// its energy meter is another make and fully little-endian (DCBA). A strict PLC: no address between two points.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'BADC'
const meter = { byteOrder: 'DCBA' } as const

export const distributionRegisters = [
  ...group('Reservoir', '配水池', order, [
    analog('reservoirLevel', 'Reservoir level', '配水池液位', ['input', 0, 'float32'], 'm', 2, [0, 4.8], [1.2, 4.2], {
      pinned: true,
    }),
    analog(
      'reservoirInflow',
      'Reservoir inflow',
      '配水池进水流量',
      ['input', 2, 'float32'],
      'm³/h',
      1,
      [0, 800],
      [60, 550],
    ),
    analog('reservoirVolume', 'Reservoir volume', '配水池容积', ['input', 4, 'int32'], 'm³', 1, [0, 960], [240, 840], {
      scale: 0.1,
    }),
    flag('reservoirOverflow', 'Reservoir overflowing', '配水池溢流', ['discrete', 0], states.overflow),
    flag('reservoirLow', 'Reservoir level low', '配水池液位低', ['discrete', 1], states.alarm),
  ]),
  ...group('Pumps', '水泵', order, [
    analog('pump1Speed', 'Pump 1 speed', '1号泵转速', ['input', 40, 'uint16'], 'rpm', 0, [0, 1500], [600, 1490], {
      pinned: true,
    }),
    analog('pump1Current', 'Pump 1 current', '1号泵电流', ['input', 41, 'int16'], 'A', 1, [0, 120], [10, 85], {
      scale: 0.1,
    }),
    analog('pump1Hours', 'Pump 1 running hours', '1号泵运行时间', ['input', 42, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump1Running', 'Pump 1 running', '1号泵运行', ['discrete', 8], states.running),
    flag('pump1Tripped', 'Pump 1 tripped', '1号泵故障', ['discrete', 9], states.tripped),
    analog('pump2Speed', 'Pump 2 speed', '2号泵转速', ['input', 50, 'uint16'], 'rpm', 0, [0, 1500], [0, 1490]),
    analog('pump2Current', 'Pump 2 current', '2号泵电流', ['input', 51, 'int16'], 'A', 1, [0, 120], [0, 85], {
      scale: 0.1,
    }),
    analog('pump2Hours', 'Pump 2 running hours', '2号泵运行时间', ['input', 52, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump2Running', 'Pump 2 running', '2号泵运行', ['discrete', 10], states.running),
    flag('pump2Tripped', 'Pump 2 tripped', '2号泵故障', ['discrete', 11], states.tripped),
    analog('pump3Speed', 'Pump 3 speed', '3号泵转速', ['input', 60, 'uint16'], 'rpm', 0, [0, 1500], [0, 1490]),
    analog('pump3Current', 'Pump 3 current', '3号泵电流', ['input', 61, 'int16'], 'A', 1, [0, 120], [0, 85], {
      scale: 0.1,
    }),
    analog('pump3Hours', 'Pump 3 running hours', '3号泵运行时间', ['input', 62, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump3Running', 'Pump 3 running', '3号泵运行', ['discrete', 12], states.running),
    flag('pump3Tripped', 'Pump 3 tripped', '3号泵故障', ['discrete', 13], states.tripped),
  ]),
  ...group('Network', '管网', order, [
    analog('supplyPressure', 'Supply pressure', '供水压力', ['input', 100, 'float32'], 'MPa', 3, [0, 1], [0.3, 0.48], {
      pinned: true,
    }),
    analog('supplyFlow', 'Supply flow', '供水流量', ['input', 102, 'float32'], 'm³/h', 1, [0, 700], [80, 520], {
      pinned: true,
    }),
    analog('zoneAFlow', 'Zone A flow', 'A区流量', ['input', 104, 'float32'], 'm³/h', 1, [0, 500], [40, 320]),
    analog('zoneBFlow', 'Zone B flow', 'B区流量', ['input', 106, 'float32'], 'm³/h', 1, [0, 400], [30, 250]),
    analog('zoneAPressure', 'Zone A pressure', 'A区压力', ['input', 120, 'int16'], 'MPa', 3, [0, 1], [0.28, 0.48], {
      scale: 0.001,
    }),
    analog('zoneBPressure', 'Zone B pressure', 'B区压力', ['input', 121, 'int16'], 'MPa', 3, [0, 1], [0.2, 0.36], {
      scale: 0.001,
    }),
    analog(
      'remotePressure',
      'Remote point pressure',
      '最不利点压力',
      ['input', 122, 'int16'],
      'MPa',
      3,
      [0, 1],
      [0.16, 0.45],
      {
        scale: 0.001,
      },
    ),
  ]),
  ...group('Network water', '管网水质', order, [
    analog(
      'chlorine',
      'Network residual chlorine',
      '管网余氯',
      ['input', 140, 'float32'],
      'mg/L',
      2,
      [0, 5],
      [0.2, 1.2],
      {
        pinned: true,
      },
    ),
    analog('turbidity', 'Network turbidity', '管网浊度', ['input', 142, 'float32'], 'NTU', 3, [0, 5], [0, 0.8]),
    analog('temperature', 'Network temperature', '管网水温', ['input', 144, 'int16'], '°C', 1, [-5, 50], [3, 30], {
      scale: 0.1,
    }),
    analog('boosterDose', 'Booster chlorine dose', '补氯量', ['input', 146, 'float32'], 'mg/L', 2, [0, 2], [0, 1]),
  ]),
  ...group('Energy', '能耗', order, [
    analog('activePower', 'Active power', '有功功率', ['input', 300, 'float32'], 'kW', 1, [0, 160], [5, 110], {
      ...meter,
      pinned: true,
    }),
    analog(
      'energyToday',
      'Energy today',
      '今日用电量',
      ['input', 302, 'float32'],
      'kWh',
      1,
      [0, 4000],
      [0, 2000],
      meter,
    ),
    analog('energyTotal', 'Total energy', '累计用电量', ['input', 304, 'float64'], 'kWh', 2, [0, 1e9], [], meter),
    analog(
      'specificEnergy',
      'Specific energy',
      '单位电耗',
      ['input', 308, 'float32'],
      'kWh/m³',
      3,
      [0, 2],
      [0.08, 0.35],
      meter,
    ),
    analog('suppliedVolume', 'Total supplied volume', '累计供水量', ['input', 310, 'uint64'], 'L', 0, [], [], meter),
    analog('storageBalance', 'Storage balance today', '今日储水盈亏', ['input', 314, 'int64'], 'L', 0, [], [], meter),
  ]),
  ...group('Status', '状态', order, [
    flag('autoMode', 'Automatic mode', '自动模式', ['input', 400, 0], states.automatic),
    flag('nightMode', 'Night pressure mode', '夜间降压模式', ['input', 400, 1], states.night),
    flag('generalAlarm', 'General alarm', '综合报警', ['input', 400, 5], states.alarm),
    flag('heartbeat', 'PLC heartbeat', 'PLC心跳', ['input', 400, 14], states.heartbeat),
    analog('plcTime', 'PLC time (HHMM)', 'PLC时间', ['input', 404, 'bcd16'], '', 0, [0, 2359]),
    analog('plcDate', 'PLC date (YYYYMMDD)', 'PLC日期', ['input', 406, 'bcd32'], '', 0, [0, 99_991_231]),
    analog('serialNumber', 'Controller serial number', '控制器序列号', ['input', 410, 'uint64'], '', 0, []),
  ]),
  ...group('Control', '控制', order, [
    analog(
      'mode',
      'Control mode (0 manual, 1 auto)',
      '控制模式（0 手动，1 自动）',
      ['holding', 0, 'uint16'],
      '',
      0,
      [0, 1],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'pressureSp',
      'Supply pressure set point',
      '供水压力设定',
      ['holding', 2, 'float32'],
      'MPa',
      3,
      [0.1, 0.55],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'nightPressureSp',
      'Night pressure set point',
      '夜间压力设定',
      ['holding', 4, 'float32'],
      'MPa',
      3,
      [0.1, 0.55],
      [],
      {
        access: 'rw',
      },
    ),
    analog('nightStart', 'Night mode start (HHMM)', '夜间模式开始时间', ['holding', 6, 'bcd16'], '', 0, [0, 2359], [], {
      access: 'rw',
    }),
    analog('nightEnd', 'Night mode end (HHMM)', '夜间模式结束时间', ['holding', 7, 'bcd16'], '', 0, [0, 2359], [], {
      access: 'rw',
    }),
    analog(
      'reservoirLevelSp',
      'Reservoir level set point',
      '配水池液位设定',
      ['holding', 10, 'float32'],
      'm',
      2,
      [0.5, 4.2],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'prvSp',
      'Zone B reducing valve set point',
      'B区减压阀设定',
      ['holding', 14, 'int16'],
      'MPa',
      3,
      [0.1, 0.5],
      [],
      {
        access: 'rw',
        scale: 0.001,
      },
    ),
    analog(
      'boosterDoseSp',
      'Booster chlorine set point',
      '补氯量设定',
      ['holding', 16, 'float32'],
      'mg/L',
      2,
      [0, 1],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'pump1SpeedSp',
      'Pump 1 speed set point',
      '1号泵转速设定',
      ['holding', 20, 'uint16'],
      'rpm',
      0,
      [0, 1500],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'pump2SpeedSp',
      'Pump 2 speed set point',
      '2号泵转速设定',
      ['holding', 21, 'uint16'],
      'rpm',
      0,
      [0, 1500],
      [],
      {
        access: 'rw',
      },
    ),
    analog(
      'pump3SpeedSp',
      'Pump 3 speed set point',
      '3号泵转速设定',
      ['holding', 22, 'uint16'],
      'rpm',
      0,
      [0, 1500],
      [],
      {
        access: 'rw',
      },
    ),
    flag('zoneBIsolated', 'Isolate zone B', 'B区隔离', ['holding', 30, 3], states.isolated, 'rw'),
    text('shiftName', 'Shift name', '班组名称', ['holding', 40, 24, 'utf8'], 'rw'),
    flag('pump1Start', 'Pump 1 start', '1号泵启停', ['coil', 0], states.start, 'rw'),
    flag('pump2Start', 'Pump 2 start', '2号泵启停', ['coil', 1], states.start, 'rw'),
    flag('pump3Start', 'Pump 3 start', '3号泵启停', ['coil', 2], states.start, 'rw'),
  ]),
]
