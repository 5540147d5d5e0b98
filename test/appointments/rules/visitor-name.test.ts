import { describe, expect, it } from 'vitest';
import { matchNames } from '../../../main/appointments/rules/visitor-name.ts';

describe('names of visitors', () => {
  it.each([
    ['Zoë Ångström', 'zoe angstrom'],
    ['Müller, Jürgen', 'Juergen Mueller'],
    ['Müller, Jürgen', 'JURGEN MULLER'],
    ['Groß Anna', 'Anna Gross'],
    ['Peter Smith-Jones', 'smith jones peter'],
    ['Anna-Maria Vale', 'Vale Annamaria'],
    ['Siobhán O’Brien', "o'brien siobhan"],
    ['Łukasz Wójcik', 'lukasz wojcik'],
    ['Nguyễn Thị Hạnh', 'hanh nguyen thi'],
    ['محمد الأحمدي', 'الاحمدي محمد'],
    ['فاطمة علي', 'فاطمه على'],
    ['محمد‌رضا کریمی', 'محمدرضا كريمي'],
    ['יוסף כהן', 'כהן יוסף'],
    ['やまだ はなこ', 'ヤマダハナコ'],
    ['홍길동', '홍 길동'],
    ['राम शर्मा', 'शर्मा राम'],
    ['Йосиф Ёлкин', 'елкин иосиф'],
    ['Sukarno', 'SUKARNO'],
  ])('%s is %s', (booked, typed) => {
    expect(matchNames(booked, typed)).toBe('whole');
  });

  it.each([
    ['Maria Clara Silva Santos', 'maria santos'],
    ['Dr. Max Huber', 'Huber Max'],
    ['Max Huber', 'Max Emil Huber'],
    ['Rosa Vale', 'Frau Dr. Rosa Maria Vale'],
  ])('%s is in part %s', (booked, typed) => {
    expect(matchNames(booked, typed)).toBe('part');
  });

  it.each([
    ['Rosa Vale', 'Rosa'],
    ['Rosa Vale', 'Vale'],
    ['Rosa Vale', 'Ros Val'],
    ['Rosa Vale', 'Rosa Valente'],
    ['Rosa Valente', 'Rosa Vale'],
    ['Rosa Vale', 'Rosa Rosa'],
    ['Rosa Vale', 'Ana Rita Rosa Silva Costa Vale'],
    ['Rosa Vale', '*'],
    ['Rosa Vale', ''],
    ['', ''],
    ['', 'Rosa Vale'],
    ['राम शर्मा', 'रीम शर्मा'],
  ])('%s is not %s', (booked, typed) => {
    expect(matchNames(booked, typed)).toBe('none');
  });
});
