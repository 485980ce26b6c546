// The town on the hill: a pressure-boosting station (big-endian, strict PLC) and the elevated reservoir it fills. The
// reservoir's logger is a small box on a battery: word-swapped, few points.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'ABCD'

export const boosterRegisters = [
  ...group('Pressure', '压力', order, [
    analog('suctionPressure', 'Suction pressure', '进水压力', ['input', 0, 'float32'], 'MPa', 3, [0, 1], [0.15, 0.4], {
      pinned: true,
    }),
    analog(
      'dischargePressure',
      'Discharge pressure',
      '出水压力',
      ['input', 2, 'float32'],
      'MPa',
      3,
      [0, 1.6],
      [0.3, 0.7],
      {
        pinned: true,
      },
    ),
    analog(
      'boostedFlow',
      'Flow to the elevated reservoir',
      '送高位水池流量',
      ['input', 4, 'float32'],
      'm³/h',
      1,
      [0, 100],
      [0, 60],
      {
        pinned: true,
      },
    ),
    analog('boostedVolume', 'Total boosted volume', '累计加压水量', ['input', 6, 'uint64'], 'L', 0, []),
    analog(
      'towerLevelSeen',
      'Elevated reservoir level (radio)',
      '高位水池液位（无线）',
      ['input', 10, 'int16'],
      'm',
      2,
      [0, 6],
      [2, 4.6],
      {
        scale: 0.01,
      },
    ),
  ]),
  ...group('Pumps', '水泵', order, [
    analog('pump1Speed', 'Pump 1 speed', '1号泵转速', ['input', 40, 'uint16'], 'rpm', 0, [0, 1500], [0, 1490], {
      pinned: true,
    }),
    analog('pump1Current', 'Pump 1 current', '1号泵电流', ['input', 41, 'int16'], 'A', 1, [0, 60], [0, 32], {
      scale: 0.1,
    }),
    analog('pump1Hours', 'Pump 1 running hours', '1号泵运行时间', ['input', 42, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump1Running', 'Pump 1 running', '1号泵运行', ['discrete', 0], states.running),
    flag('pump1Tripped', 'Pump 1 tripped', '1号泵故障', ['discrete', 1], states.tripped),
    analog('pump2Speed', 'Pump 2 speed', '2号泵转速', ['input', 60, 'uint16'], 'rpm', 0, [0, 1500], [0, 1490]),
    analog('pump2Current', 'Pump 2 current', '2号泵电流', ['input', 61, 'int16'], 'A', 1, [0, 60], [0, 32], {
      scale: 0.1,
    }),
    analog('pump2Hours', 'Pump 2 running hours', '2号泵运行时间', ['input', 62, 'uint32'], 'h', 2, [0, 200_000], [], {
      scale: 0.01,
    }),
    flag('pump2Running', 'Pump 2 running', '2号泵运行', ['discrete', 2], states.running),
    flag('pump2Tripped', 'Pump 2 tripped', '2号泵故障', ['discrete', 3], states.tripped),
  ]),
  ...group('Energy', '能耗', order, [
    analog('activePower', 'Active power', '有功功率', ['input', 100, 'float32'], 'kW', 1, [0, 40], [0, 20], {
      pinned: true,
    }),
    analog('energyTotal', 'Total energy', '累计用电量', ['input', 102, 'float64'], 'kWh', 2, [0, 1e9]),
  ]),
  ...group('Status', '状态', order, [
    flag('generalAlarm', 'General alarm', '综合报警', ['discrete', 16], states.alarm),
    flag('suctionLow', 'Suction pressure low', '进水压力低', ['discrete', 17], states.alarm),
    text('stationName', 'Station name', '站点名称', ['holding', 60, 16, 'ascii']),
  ]),
  ...group('Control', '控制', order, [
    analog('startLevel', 'Start below reservoir level', '启泵水位', ['holding', 0, 'float32'], 'm', 2, [0.5, 4], [], {
      access: 'rw',
    }),
    analog('stopLevel', 'Stop above reservoir level', '停泵水位', ['holding', 2, 'float32'], 'm', 2, [1, 4.8], [], {
      access: 'rw',
    }),
    analog('speedSp', 'Pump speed set point', '水泵转速设定', ['holding', 4, 'uint16'], 'rpm', 0, [900, 1500], [], {
      access: 'rw',
    }),
    flag('pump1Start', 'Pump 1 start', '1号泵启停', ['coil', 0], states.start, 'rw'),
    flag('pump2Start', 'Pump 2 start', '2号泵启停', ['coil', 1], states.start, 'rw'),
  ]),
]

export const towerRegisters = [
  ...group('Reservoir', '水池', 'CDAB', [
    analog('towerLevel', 'Level', '液位', ['input', 0, 'float32'], 'm', 2, [0, 5.5], [2, 4.6], { pinned: true }),
    analog('towerVolume', 'Volume', '容积', ['input', 2, 'int32'], 'm³', 1, [0, 330], [120, 280], { scale: 0.1 }),
    analog(
      'towerOutflow',
      'Outflow to the high zone',
      '高区供水流量',
      ['input', 4, 'float32'],
      'm³/h',
      1,
      [0, 80],
      [4, 40],
      {
        pinned: true,
      },
    ),
    analog('temperature', 'Water temperature', '水温', ['input', 6, 'int16'], '°C', 1, [-5, 50], [3, 30], {
      scale: 0.1,
    }),
    flag('towerHigh', 'Level high', '液位高', ['discrete', 0], states.alarm),
    flag('towerLow', 'Level low', '液位低', ['discrete', 1], states.alarm),
    flag('hatchOpen', 'Hatch open', '检修口打开', ['discrete', 2], states.open),
  ]),
  ...group('Logger', '记录仪', 'CDAB', [
    analog('batteryVoltage', 'Battery voltage', '电池电压', ['input', 20, 'uint16'], 'V', 2, [9, 15], [11.8, 14.4], {
      scale: 0.01,
      pinned: true,
    }),
    analog('solarPower', 'Solar panel power', '太阳能功率', ['input', 21, 'uint16'], 'W', 1, [0, 30], [], {
      scale: 0.1,
    }),
    text('stationName', 'Station name', '站点名称', ['holding', 20, 16, 'ascii'], 'r', 'BADC'),
  ]),
]
