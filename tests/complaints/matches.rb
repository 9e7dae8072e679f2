# frozen_string_literal: true

# Monte Carlo tree search for twelve matches: take one, two or three, and who takes the last one wins.

require "json"

def tell(line)
  puts JSON.generate(line)
end

# A node counts the results of the playouts through it as the player sees them who moves above it.
class Node
  attr_reader :left, :turn, :parent, :children, :number
  attr_accessor :visits, :total

  @@numbers = 0

  def initialize(left, turn, parent = nil, taken = nil)
    @left, @turn, @parent, @children, @visits, @total = left, turn, parent, [], 0, 0.0
    @number = @@numbers
    @@numbers += 1
    line = { node: parent&.number, turn: turn.positive? ? "MAX" : "MIN" }
    tell(taken ? line.merge(move: "take #{taken}") : line)
  end

  def takes
    [1, 2, 3].select { |taken| taken <= left }
  end

  def expand
    taken = takes[children.size]
    children << Node.new(left - taken, -turn, self, taken)
    children.last
  end

  def select
    children.max_by { |child| child.total / child.visits + Math.sqrt(2 * Math.log(visits) / child.visits) }
  end
end

tell(plyscope: 1, search: "mcts")
luck = Random.new(3)
root = Node.new(12, 1)
600.times do
  node = root
  node = node.select while node.left.positive? && node.children.size == node.takes.size
  node = node.expand if node.left.positive?
  left, turn = node.left, node.turn
  while left.positive?
    left -= luck.rand(1..[3, left].min)
    turn = -turn
  end
  tell(update: node.number, x: -turn)
  result = turn * node.turn
  while node
    node.visits += 1
    node.total += result
    result = -result
    node = node.parent
  end
end
