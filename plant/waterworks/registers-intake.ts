// Intake station: river, gate, screen, well and two raw-water pumps. Big-endian, and a strict PLC: an address
// between two points does not exist.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'ABCD'

export const intakeRegisters = [
  ...group('Intake', '取水', order, [
    analog('wellLevel', 'Well level', '井液位', ['input', 0, 'float32'], 'm', 2, [0, 6], [1.5, 4.5], { pinned: true }),
    analog('riverLevel', 'River level', '河道水位', ['input', 2, 'float32'], 'm', 2, [0, 8], [4.5, 6.2]),
    analog('intakeFlow', 'Intake flow', '取水流量', ['input', 4, 'float32'], 'm³/h', 1, [0, 600], [140, 425], {
      pinned: true,
    }),
    analog('mainPressure', 'Raw main pressure', '原水总管压力', ['input', 6, 'int16'], 'kPa', 1, [0, 600], [160, 410], {
      scale: 0.1,
    }),
    analog('screenDp', 'Screen Δp', '格栅压差', ['input', 7, 'int16'], 'kPa', 2, [0, 15], [0, 6], {
      scale: 0.01,
      pinned: true,
    }),
    analog('gatePosition', 'Intake gate position', '进水闸门开度', ['input', 10, 'uint16'], '%', 1, [0, 100], [5, 95], {
      scale: 0.1,
    }),
    analog(
      'valvePosition',
      'Discharge valve position',
      '出水阀开度',
      ['input', 11, 'uint16'],
      '%',
      1,
      [0, 100],
      [20, 100],
      {
        scale: 0.1,
      },
    ),
    analog('intakeVolume', 'Total intake volume', '累计取水量', ['input', 20, 'uint64'], 'L', 0, []),
    analog('intakeToday', 'Intake today', '今日取水量', ['input', 24, 'uint32'], 'm³', 1, [0, 20_000], [], {
      scale: 0.1,
    }),
    flag('rakeRunning', 'Screen rake running', '清污机运行', ['discrete', 8], states.raking),
    flag('wellLevelHigh', 'Well level high', '井液位高', ['discrete', 9], states.alarm),
    flag('wellLevelLow', 'Well level low', '井液位低', ['discrete', 10], states.alarm),
  ]),
  ...group('Pumps', '水泵', order, [
    analog('pump1Speed', 'Pump 1 speed', '1号泵转速', ['input', 100, 'uint16'], 'rpm', 0, [0, 1500], [600, 1490], {
      pinned: true,
    }),
    analog('pump1Current', 'Pump 1 current', '1号泵电流', ['input', 101, 'int16'], 'A', 1, [0, 120], [20, 85], {
      scale: 0.1,
    }),
    analog(
      'pump1Bearing',
      'Pump 1 bearing temperature',
      '1号泵轴承温度',
      ['input', 102, 'uint16'],
      '°C',
      1,
      [-40, 150],
      [5, 75],
      {
        scale: 0.1,
        offset: -40,
      },
    ),
    analog('pump1Vibration', 'Pump 1 vibration', '1号泵振动', ['input', 104, 'float32'], 'mm/s', 2, [0, 20], [0, 4.5]),
    analog('pump1Hours', 'Pump 1 running hours', '1号泵运行时间', ['input', 106, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump1Running', 'Pump 1 running', '1号泵运行', ['discrete', 0], states.running),
    flag('pump1Tripped', 'Pump 1 tripped', '1号泵故障', ['discrete', 1], states.tripped),
    analog('pump2Speed', 'Pump 2 speed', '2号泵转速', ['input', 140, 'uint16'], 'rpm', 0, [0, 1500], [0, 1490]),
    analog('pump2Current', 'Pump 2 current', '2号泵电流', ['input', 141, 'int16'], 'A', 1, [0, 120], [0, 85], {
      scale: 0.1,
    }),
    analog(
      'pump2Bearing',
      'Pump 2 bearing temperature',
      '2号泵轴承温度',
      ['input', 142, 'uint16'],
      '°C',
      1,
      [-40, 150],
      [5, 75],
      {
        scale: 0.1,
        offset: -40,
      },
    ),
    analog('pump2Vibration', 'Pump 2 vibration', '2号泵振动', ['input', 144, 'float32'], 'mm/s', 2, [0, 20], [0, 4.5]),
    analog('pump2Hours', 'Pump 2 running hours', '2号泵运行时间', ['input', 146, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump2Running', 'Pump 2 running', '2号泵运行', ['discrete', 2], states.running),
    flag('pump2Tripped', 'Pump 2 tripped', '2号泵故障', ['discrete', 3], states.tripped),
  ]),
  ...group('Raw water', '原水', order, [
    analog('turbidity', 'Turbidity', '浊度', ['input', 200, 'float32'], 'NTU', 1, [0, 200], [0, 12], { pinned: true }),
    analog('ph', 'pH', 'pH值', ['input', 202, 'int16'], '', 2, [0, 14], [6.8, 8.2], { scale: 0.01, pinned: true }),
    analog('temperature', 'Temperature', '水温', ['input', 203, 'int16'], '°C', 1, [-5, 50], [3, 30], { scale: 0.1 }),
    analog('conductivity', 'Conductivity', '电导率', ['input', 204, 'float32'], 'µS/cm', 0, [0, 2000], [250, 600]),
  ]),
  ...group('Energy', '能耗', order, [
    analog('activePower', 'Active power', '有功功率', ['input', 300, 'float32'], 'kW', 1, [0, 160], [5, 90], {
      pinned: true,
    }),
    analog(
      'reactivePower',
      'Reactive power',
      '无功功率',
      ['input', 302, 'int32'],
      'var',
      0,
      [-100_000, 100_000],
      [0, 60_000],
    ),
    analog('energyToday', 'Energy today', '今日用电量', ['input', 304, 'float32'], 'kWh', 1, [0, 4000], [0, 1500]),
    analog('energyTotal', 'Total energy', '累计用电量', ['input', 306, 'float64'], 'kWh', 2, [0, 1e9]),
    analog('voltage', 'Line voltage', '线电压', ['input', 310, 'uint16'], 'V', 1, [0, 500], [380, 420], { scale: 0.1 }),
    analog('frequency', 'Frequency', '频率', ['input', 311, 'uint16'], 'Hz', 2, [45, 55], [49.8, 50.2], {
      scale: 0.01,
    }),
  ]),
  ...group('Status', '状态', order, [
    flag('autoMode', 'Automatic mode', '自动模式', ['holding', 100, 1], states.automatic),
    flag('generalAlarm', 'General alarm', '综合报警', ['holding', 100, 4], states.alarm),
    flag('heartbeat', 'PLC heartbeat', 'PLC心跳', ['holding', 100, 15], states.heartbeat),
    analog('plcTime', 'PLC time (HHMM)', 'PLC时间', ['holding', 101, 'bcd16'], '', 0, [0, 2359]),
    analog('plcDate', 'PLC date (YYYYMMDD)', 'PLC日期', ['holding', 102, 'bcd32'], '', 0, [0, 99_991_231]),
    analog('serialNumber', 'Controller serial number', '控制器序列号', ['holding', 110, 'uint64'], '', 0, []),
    text('stationName', 'Station name', '站点名称', ['holding', 120, 16, 'ascii']),
    text('stationNameZh', 'Station name (Chinese)', '站点中文名称', ['holding', 130, 24, 'utf8']),
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
      'pump1SpeedSp',
      'Pump 1 speed set point',
      '1号泵转速设定',
      ['holding', 1, 'uint16'],
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
      ['holding', 2, 'uint16'],
      'rpm',
      0,
      [0, 1500],
      [],
      {
        access: 'rw',
      },
    ),
    analog('flowSp', 'Intake flow set point', '取水流量设定', ['holding', 4, 'float32'], 'm³/h', 1, [0, 420], [], {
      access: 'rw',
    }),
    analog('wellLevelSp', 'Well level set point', '井液位设定', ['holding', 6, 'float32'], 'm', 2, [1, 4.5], [], {
      access: 'rw',
    }),
    analog('gateSp', 'Intake gate set point', '进水闸门开度设定', ['holding', 10, 'uint16'], '%', 1, [0, 100], [], {
      access: 'rw',
      scale: 0.1,
    }),
    analog('valveSp', 'Discharge valve set point', '出水阀开度设定', ['holding', 11, 'uint16'], '%', 1, [0, 100], [], {
      access: 'rw',
      scale: 0.1,
    }),
    analog('rakeStartDp', 'Rake start Δp', '清污启动压差', ['holding', 12, 'int16'], 'kPa', 2, [0.5, 12], [], {
      access: 'rw',
      scale: 0.01,
    }),
    analog('rakeTime', 'Daily rake time (HHMM)', '每日清污时间', ['holding', 13, 'bcd16'], '', 0, [0, 2359], [], {
      access: 'rw',
    }),
    text('batchName', 'Batch name', '批次名称', ['holding', 20, 16, 'ascii'], 'rw'),
    flag('pump1Start', 'Pump 1 start', '1号泵启停', ['coil', 0], states.start, 'rw'),
    flag('pump2Start', 'Pump 2 start', '2号泵启停', ['coil', 1], states.start, 'rw'),
    flag('rakeNow', 'Rake the screen now', '立即清污', ['coil', 8], states.rakeNow, 'w'),
  ]),
]
