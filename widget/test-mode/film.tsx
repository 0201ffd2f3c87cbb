import { useState } from 'react';
import still from './checkout.webp?url';
import film from './checkout.webm?url';
import type { TestCardTexts } from './texts.ts';

/**
 * How to pay with a test card: `npm run record-test-card` makes it. It runs by itself unless `prefers-reduced-motion`
 * is set; where it cannot be had there is none.
 */
export function Film({ label }: { label: TestCardTexts }) {
  const [isMissing, setMissing] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  if (isMissing) return null;
  return (
    <div className="ms-film">
      <video
        ref={(video) => {
          // Browsers begin by themselves only what is silent from the first; the property alone leaves the attribute out.
          if (video) video.defaultMuted = true;
          setElement(video);
        }}
        src={film}
        poster={still}
        width={672}
        height={432}
        loop
        muted
        playsInline
        autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        aria-label={label('test_card_video')}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setMissing(true)}
      />
      <button
        type="button"
        className="ms-film__toggle"
        aria-label={label(isPlaying ? 'test_card_pause' : 'test_card_play')}
        onClick={() => {
          if (isPlaying) element?.pause();
          else element?.play().catch(() => undefined);
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPlaying ? 'M8 5v14M16 5v14' : 'M8 5v14l11-7Z'} />
        </svg>
      </button>
    </div>
  );
}
