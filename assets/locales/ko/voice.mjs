import { figures, hundreds, letters, namedAs, opening, spoken, tens, upTo } from '../../../scripts/lib/voice-parts.mjs';

const LATIN_IN_HANGUL =
  '에이 비 씨 디 이 에프 지 에이치 아이 제이 케이 엘 엠 엔 오 피 큐 알 에스 티 유 브이 더블유 엑스 와이 제트'.split(
    ' ',
  );

export default {
  voice: 'ko',
  phrase: '{label} number [{desk} please-go-to]',
  words: [
    opening('number', '번 고객님'),
    spoken('please-go-to', '번 창구로 오세요'),
    spoken('room-please-go-to', '번 방으로 오세요'),
    ...letters(namedAs(LATIN_IN_HANGUL)),
    ...figures(upTo(19)),
    ...tens(),
    ...hundreds(),
  ],
};
