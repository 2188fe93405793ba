// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/buffers.h"
#include "tests/support/test_class.h"

using namespace duologue;

/// Memory that is used again, as long as somebody uses it.
class LargeBuffersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatIsLargeEnough()
    {
        LargeBuffers buffers;
        const LargeBuffers::User user(buffers);
        PaddedBytes first = buffers.take(kLarge);
        const char* const memory = first.data();
        buffers.give(std::move(first));
        PaddedBytes second = buffers.take(kLarge - 1);
        QCOMPARE(second.data(), memory);
        QCOMPARE(second.size(), kLarge - 1);
        // Padding is zero, whatever stood there.
        QCOMPARE(second.data()[kLarge - 1], '\0');
        // Somebody else has it: another one is made.
        QVERIFY(buffers.take(kLarge).data() != memory);
        buffers.give(std::move(second));
        QCOMPARE(buffers.take(3 * kLarge).size(), 3 * kLarge);
    }

    void keepsNothingWithoutAUser()
    {
        LargeBuffers buffers;
        {
            const LargeBuffers::User user(buffers);
            buffers.give(buffers.take(kLarge));
            QCOMPARE(buffers.bytesKept(), kLarge + kLarge / 4 + PaddedBytes::kPadding);
        }
        QCOMPARE(buffers.bytesKept(), std::size_t{0});
        buffers.give(buffers.take(kLarge));
        QCOMPARE(buffers.bytesKept(), std::size_t{0});
        const LargeBuffers::User user(buffers);
        buffers.give(buffers.take(LargeBuffers::kLarge / 2));
        QCOMPARE(buffers.bytesKept(), std::size_t{0});
    }

private:
    static constexpr std::size_t kLarge = 2 * LargeBuffers::kLarge;
};

DUOLOGUE_TEST(LargeBuffersTest)
#include "large_buffers_test.moc"
