// Sludge dewatering: balancing tank, thickener, centrifuge. A third make: bytes swapped (BADC), lenient.
import { analog, flag, group, text } from './register.ts'
import { states } from './states.ts'

const order = 'BADC'

export const sludgeRegisters = [
  ...group('Thickening', '浓缩', order, [
    analog(
      'balanceLevel',
      'Balancing tank level',
      '调节池液位',
      ['input', 0, 'float32'],
      'm',
      2,
      [0, 3.5],
      [0.2, 2.6],
      {
        pinned: true,
      },
    ),
    analog(
      'sludgeInflow',
      'Inflow of sludge and wash water',
      '排泥及反冲洗来水',
      ['input', 2, 'float32'],
      'm³/h',
      1,
      [0, 320],
      [0, 290],
    ),
    analog('thickenerFeed', 'Thickener feed', '浓缩池进水', ['input', 4, 'float32'], 'm³/h', 1, [0, 20], [0, 12]),
    analog(
      'sludgeLevel',
      'Thickened sludge tank level',
      '储泥池液位',
      ['input', 6, 'uint16'],
      '%',
      1,
      [0, 100],
      [10, 90],
      {
        scale: 0.1,
        pinned: true,
      },
    ),
  ]),
  ...group('Centrifuge', '离心机', order, [
    flag('centrifugeRunning', 'Centrifuge running', '离心机运行', ['discrete', 0], states.running),
    flag('centrifugeTripped', 'Centrifuge tripped', '离心机故障', ['discrete', 1], states.tripped),
    analog('drumSpeed', 'Drum speed', '转鼓转速', ['input', 40, 'uint16'], 'rpm', 0, [0, 3500], [0, 3200], {
      pinned: true,
    }),
    analog('torque', 'Scroll torque', '螺旋扭矩', ['input', 41, 'uint16'], '%', 1, [0, 100], [0, 70], {
      scale: 0.1,
      pinned: true,
    }),
    analog('centrifugeFeed', 'Centrifuge feed', '进泥流量', ['input', 42, 'float32'], 'm³/h', 2, [0, 6], [0, 3.5]),
    analog('polymerRate', 'Polymer dosing', '絮凝剂投加', ['input', 44, 'float32'], 'L/h', 1, [0, 400], [0, 300]),
    analog('centrifugeVibration', 'Vibration', '振动', ['input', 46, 'float32'], 'mm/s', 2, [0, 20], [0, 7]),
    analog('drySolids', 'Cake dry solids', '泥饼含固率', ['input', 48, 'int16'], '%', 1, [0, 60], [], { scale: 0.1 }),
    analog('cakeTotal', 'Total cake', '累计泥饼', ['input', 50, 'uint32'], 't', 2, [0, 4e7], [], { scale: 0.01 }),
    analog(
      'centrifugeHours',
      'Centrifuge running hours',
      '离心机运行时间',
      ['input', 52, 'uint32'],
      'h',
      2,
      [0, 200_000],
      [],
      {
        scale: 0.01,
      },
    ),
  ]),
  ...group('Status', '状态', order, [
    analog('activePower', 'Active power', '有功功率', ['input', 80, 'float32'], 'kW', 1, [0, 60], [0, 40]),
    flag('generalAlarm', 'General alarm', '综合报警', ['discrete', 16], states.alarm),
    text('stationName', 'Station name', '站点名称', ['holding', 40, 16, 'ascii'], 'r', 'BADC'),
  ]),
  ...group('Control', '控制', order, [
    analog('startSludgeLevel', 'Start above sludge level', '启动泥位', ['holding', 0, 'uint16'], '%', 0, [20, 95], [], {
      access: 'rw',
    }),
    analog('stopSludgeLevel', 'Stop below sludge level', '停止泥位', ['holding', 1, 'uint16'], '%', 0, [5, 60], [], {
      access: 'rw',
    }),
    flag('centrifugeStart', 'Centrifuge start', '离心机启停', ['coil', 0], states.start, 'rw'),
  ]),
]
